import { type SQL, sql } from 'drizzle-orm';

/**
 * `rows` with a column `<name>_price` for each of its columns `names`: what `price_round` makes of it, in a quarter of
 * the time. The planner puts the function's expression in its place and computes an argument wherever it occurs in that,
 * a dozen times; OFFSET 0 keeps the subqueries apart, so that each of them is computed once for a row.
 */
export function roundedPrices(rows: SQL, names: readonly string[]): SQL {
  const column = (expression: (name: string) => string) => sql.raw(names.map(expression).join(', '));
  const guarded = column((name) => `round(${name}, 60) as ${name}_guarded`);
  const guesses = column(
    (name) => `8 - floor(log(greatest(${name}_guarded, 1e-60)::float8))::integer as ${name}_guess`,
  );
  const prices = column(
    (name) => `case
      when ${name}_guarded >= 0.1 or ${name}_guarded <= 0 then round(${name}_guarded, 9)
      else round(${name}_guarded, price_decimals(${name}_guarded, ${name}_guess))
    end as ${name}_price`,
  );
  return sql`(
    select *, ${prices} from (
      select *, ${guesses} from (
        select *, ${guarded} from ${rows} offset 0
      ) as guarded offset 0
    ) as guessed offset 0
  )`;
}

/** As the function `price_change`, of prices whose Amounts are at hand as JSON text. */
export function priceChange(
  current: SQL,
  previous: SQL,
  amounts: { readonly current: SQL; readonly previous: SQL },
  at: Date,
): SQL {
  return sql`'{"changePercent":' || change_percent(${current}, ${previous})::text || ',"previous":' || ${amounts.previous}
    || ',"current":' || ${amounts.current} || ${sql.raw(`',"calculatedAt":"${at.toISOString()}"}'`)}`;
}
