import { sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';

/** A process that has not renewed its lease for this long has lost it. */
const LEASE_SECONDS = 7;
/** Interval of renewals. */
export const RENEWAL_MS = 2_000;

export interface Lease {
  readonly feed: string;
  /** Identifies this process. */
  readonly owner: string;
}

/** Another process may run the feed now. Nothing may be stored for it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/**
 * Acquires or renews the lease of a feed, by the database's clock. Returns false while another process holds it. A lease
 * needs no dedicated connection, so it works through connection poolers.
 */
export async function acquireLease(db: Database, { feed, owner }: Lease): Promise<boolean> {
  const acquired = await rows(
    db,
    sql`update feed set owner = ${owner}, lease_until = ${leaseEnd}
      where name = ${feed} and (owner is null or owner = ${owner} or lease_until < clock_timestamp())
      returning name`,
  );
  return acquired.length > 0;
}

/** Returns false if the lease was released or another process has acquired it. */
export async function renewLease(db: Database, { feed, owner }: Lease): Promise<boolean> {
  const renewed = await rows(
    db,
    sql`update feed set lease_until = ${leaseEnd} where name = ${feed} and owner = ${owner} returning name`,
  );
  return renewed.length > 0;
}

/** Ensures that the lease is still held at the end of the current transaction. Throws LeaseLostError. */
export async function requireLease(db: Database, { feed, owner }: Lease): Promise<void> {
  const held = await rows(db, sql`select from feed where name = ${feed} and owner = ${owner} for update`);
  if (held.length === 0) throw new LeaseLostError(`this process no longer runs the feed ${feed}`);
}

/** Lets another process take over at once. */
export async function releaseLease(db: Database, { feed, owner }: Lease): Promise<void> {
  await db.execute(
    sql`update feed set owner = null, lease_until = null where name = ${feed} and owner = ${owner}`,
  );
}
