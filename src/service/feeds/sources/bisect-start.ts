/**
 * A search for the first key of events at or after a time. All events with keys below `low` are earlier; those from
 * `high` on may be later. A search that failed continues where it stopped.
 */
export interface StartSearch {
  low: bigint;
  high: bigint;
}

/**
 * Narrows a search by bisection until at most `precision` keys remain. `probe` looks for events that are earlier than
 * the time, at or shortly after a key, and returns the key after the last one. If it returns undefined, there may be
 * none: the result, the lower bound, is never too late.
 */
export async function bisectStart(
  search: StartSearch,
  precision: bigint,
  probe: (key: bigint) => Promise<bigint | undefined>,
): Promise<bigint> {
  while (search.high - search.low > precision) {
    const middle = (search.low + search.high) / 2n;
    const end = await probe(middle);
    if (end === undefined || end <= search.low) search.high = middle;
    else search.low = end;
  }
  return search.low;
}
