/**
 * A state of the data: the transaction that stored it. Transactions that change the data follow each other, because they
 * hold its lock, and all of them write the row of `dataset`. A replica has the row as its primary wrote it, so that
 * positions of all nodes of a cluster compare.
 */
export interface Position {
  /** Grows with each round. 0 if the store is empty. */
  readonly transaction: bigint;
  /** Whether it was read from a replica, of which the primary may be ahead. */
  readonly isReplica: boolean;
}

/**
 * SQL of the transaction that wrote a row of `table`, as a bigint that does not start over. `xmin` has its lower 32 bits,
 * and no row is older than 2^32 transactions.
 */
export function writerOf(table: string): string {
  const next = 'pg_snapshot_xmax(pg_current_snapshot())::text::int8';
  return `(${next} - mod(${next} - ${table}.xmin::text::int8, ${2 ** 32}))`;
}

/** Returns a PositionRow, if there is data. */
export const SELECT_POSITION = `
  select ${writerOf('dataset')}::text as transaction, pg_is_in_recovery() as "isReplica" from dataset`;

export interface PositionRow {
  readonly transaction: string;
  readonly isReplica: boolean;
}

export function positionOf(row: PositionRow | undefined): Position {
  return { transaction: BigInt(row?.transaction ?? 0), isReplica: row?.isReplica ?? false };
}

const DIGITS = 16;

/** Returns a position as text. Later positions are greater in the order of strings. */
export function positionText({ transaction }: Pick<Position, 'transaction'>): string {
  return transaction.toString(16).padStart(DIGITS, '0');
}

/** Parses the text of a position. Returns undefined for other texts. */
export function parsePosition(text: unknown): bigint | undefined {
  return typeof text === 'string' && /^[0-9a-f]{16}$/.test(text) ? BigInt(`0x${text}`) : undefined;
}
