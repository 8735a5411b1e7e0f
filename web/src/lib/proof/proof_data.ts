/** Everything the proof page shows about one match. */

import type { GameShown, Proof, Record as MatchRecord, TableShown } from "$protocol";
import { api } from "../api";
import { game } from "../lobby/catalog";
import { matchId, type MatchId } from "../match_id";

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
  const proof = await api.proof(match);
  if (proof.finished) {
    const record = await api.record(match);
    const key = record.header.game;
    return { id, key, game: await game(key), finished: true, record, names: record.header.seats };
  }
  const table = await api.table(id.table);
  const names = table.chairs.map((chair) => chair.name);
  const givenUp = isGivenUp(table, id.number);
  return { id, key: table.game, game: await game(table.game), finished: false, proof, names, givenUp };
}

/** A match that has no end and is not being played any more. */
export function isGivenUp(table: TableShown, number: number): boolean {
  return table.match !== number || table.status !== "playing";
}
