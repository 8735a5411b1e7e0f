import { Refused } from "./api";

/** `{table}.{number}`: which match at which table. */
export interface MatchId {
  table: string;
  number: number;
}

export function matchId(text: string): MatchId {
  const found = /^(?<table>.+)\.(?<number>[1-9]\d*)$/.exec(text)?.groups;
  if (found === undefined) throw new Refused("unknown_match", text);
  return { table: found["table"] ?? "", number: Number(found["number"]) };
}
