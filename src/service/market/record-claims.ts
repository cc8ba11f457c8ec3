import { sql } from 'drizzle-orm';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
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
  const changed = await rows<{ id: number }>(
    db,
    sql`
    with claim as (
      select jetton.id, claim.source, string_to_array(claim.kinds, ',') as kinds
      from unnest(
        ${sql.param(withWarnings.map(({ address }) => address))}::text[],
        ${sql.param(withWarnings.map(({ source }) => source))}::text[],
        ${sql.param(withWarnings.map(({ warnings }) => warnings.join(',')))}::text[]
      ) as claim (address, source, kinds)
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
  return changed.map(({ id }) => id);
}

async function recordMultipliers(db: Database, claims: readonly JettonClaims[], at: Date): Promise<void> {
  const stated = claims.flatMap(({ address, source, multiplier }) =>
    multiplier ? [{ address, source, ...(multiplier === 'unknown' ? undefined : multiplier) }] : [],
  );
  if (stated.length === 0) return;
  const integers = (values: readonly (bigint | undefined)[]) =>
    sql`${sql.param(values.map((value) => value?.toString() ?? null))}::numeric[]`;
  await db.execute(sql`
    insert into jetton_multiplier (jetton_id, source, since, numerator, denominator)
    select jetton.id, claim.source, ${timestamptz(at)}, claim.numerator, claim.denominator
    from unnest(
      ${sql.param(stated.map(({ address }) => address))}::text[],
      ${sql.param(stated.map(({ source }) => source))}::text[],
      ${integers(stated.map(({ numerator }) => numerator))},
      ${integers(stated.map(({ denominator }) => denominator))}
    ) as claim (address, source, numerator, denominator)
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
