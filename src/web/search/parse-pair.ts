/** The two sides of a pair as typed. Either can be the jetton or its quote. */
export interface TypedPair {
  readonly sides: readonly [string, string];
  /** Whether the sides are separated by a sign. Words separated by a space may also be one name. */
  readonly isExplicit: boolean;
}

const SIGN = /^([^/\-–]+?)\s*[/\-–]\s*([^/\-–]+)$/;
const SPACE = /^(\S+)\s+(\S+)$/;

/** Parses a pair such as `NOT/TON`, `not - usdt` or `not ton`. Returns undefined for any other text. */
export function parsePair(text: string): TypedPair | undefined {
  const trimmed = text.trim();
  const explicit = SIGN.exec(trimmed);
  const [, first, second] = explicit ?? SPACE.exec(trimmed) ?? [];
  return first === undefined || second === undefined
    ? undefined
    : { sides: [first, second], isExplicit: explicit !== null };
}
