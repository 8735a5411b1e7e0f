/** Everything the proof page shows about one match. */

import type { GameShown, Proof, Record as MatchRecord, TableShown } from "$wire";
import { api } from "../api";
import { matchId, type MatchId } from "./match_id";

interface Common {
  id: MatchId;
  game: GameShown | null;
  key: string;
  names: readonly string[];
}

export interface FinishedMatch extends Common {
  finished: true;
  record: MatchRecord;
}

export interface RunningMatch extends Common {
  finished: false;
  proof: Proof;
  /** Nobody will finish it: the table has gone on without it. */
  givenUp: boolean;
}

export async function proofData(match: string): Promise<FinishedMatch | RunningMatch> {
  const id = matchId(match);
  const [proof, games] = await Promise.all([api.proof(match), api.games()]);
  const found = (key: string): Pick<Common, "key" | "game"> => {
    return { key, game: games.find((game) => game.key === key) ?? null };
  };
  if (proof.finished) {
    const record = await api.record(match);
    return { ...found(record.header.game), id, finished: true, record, names: record.header.seats };
  }
  const table = await api.table(id.table);
  const names = table.chairs.map((chair) => chair.name);
  return { ...found(table.game), id, finished: false, proof, names, givenUp: isGivenUp(table, id.number) };
}

/** A match that has no end and is not being played any more. */
export function isGivenUp(table: TableShown, number: number): boolean {
  return table.match !== number || table.status !== "playing";
}
