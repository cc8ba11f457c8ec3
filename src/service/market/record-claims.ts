import { sql } from 'drizzle-orm';
import { type Database, queryIds } from '#service/store/database.ts';
import { rowsOf, timestamptz } from '#service/store/sql-text.ts';
import type { JettonClaims } from './batch.ts';

/**
 * Stores what sources state about jettons that are stored. Warnings of a source replace its earlier ones, and never those of
 * another source; a multiplier is stored with the time `at` if the source stated another one, or none, before. Returns
 * the ids of the jettons whose warnings changed.
 */
export async function recordClaims(
  db: Database,
  claims: readonly JettonClaims[],
  at: Date,
): Promise<number[]> {
  // The last claims of a source about a jetton win.
  const unique = [...new Map(claims.map((claim) => [`${claim.address} ${claim.source}`, claim])).values()];
  await recordMultipliers(db, unique, at);
  return await recordWarnings(db, unique);
}

async function recordWarnings(db: Database, claims: readonly JettonClaims[]): Promise<number[]> {
  const withWarnings = claims.flatMap(({ warnings, ...claim }) => (warnings ? [{ ...claim, warnings }] : []));
  if (withWarnings.length === 0) return [];
  const claim = rowsOf('claim', withWarnings, {
    address: ['text', ({ address }) => address],
    source: ['text', ({ source }) => source],
    kinds: ['text', ({ warnings }) => warnings.join(',')],
  });
  return await queryIds(
    db,
    sql`
    with claim as (
      select jetton.id, claim.source, string_to_array(claim.kinds, ',') as kinds
      from ${claim}
      join jetton on jetton.address = claim.address
    ),
    removed as (
      delete from jetton_warning w using claim
      where w.jetton_id = claim.id and w.source = claim.source and w.kind <> all(claim.kinds)
      returning w.jetton_id
    ),
    added as (
      insert into jetton_warning (jetton_id, source, kind)
      select claim.id, claim.source, kind from claim, unnest(claim.kinds) as kind
      on conflict do nothing
      returning jetton_id
    )
    select jetton_id as id from removed union select jetton_id from added`,
  );
}

async function recordMultipliers(db: Database, claims: readonly JettonClaims[], at: Date): Promise<void> {
  const stated = claims.flatMap(({ address, source, multiplier }) =>
    multiplier ? [{ address, source, ...(multiplier === 'unknown' ? undefined : multiplier) }] : [],
  );
  if (stated.length === 0) return;
  const claim = rowsOf('claim', stated, {
    address: ['text', ({ address }) => address],
    source: ['text', ({ source }) => source],
    numerator: ['numeric', ({ numerator }) => numerator?.toString() ?? null],
    denominator: ['numeric', ({ denominator }) => denominator?.toString() ?? null],
  });
  await db.execute(sql`
    insert into jetton_multiplier (jetton_id, source, since, numerator, denominator)
    select jetton.id, claim.source, ${timestamptz(at)}, claim.numerator, claim.denominator
    from ${claim}
    join jetton on jetton.address = claim.address
    left join lateral (
      select true as exists, numerator, denominator from jetton_multiplier m
      where m.jetton_id = jetton.id and m.source = claim.source
      order by since desc limit 1
    ) as latest on true
    where latest.exists is null
      or (latest.numerator, latest.denominator) is distinct from (claim.numerator, claim.denominator)
    on conflict (jetton_id, source, since)
      do update set numerator = excluded.numerator, denominator = excluded.denominator`);
}
