-- None of these functions is STRICT: the planner does not inline STRICT functions.

-- Decimals of a price's Amount: the smallest number from 9 to 40 that leaves at least 9 significant digits.
-- `guess` comes from a float and may be off by one; the two exact comparisons correct it.
CREATE FUNCTION price_decimals(price numeric, guess integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT greatest(9, least(40, CASE
  WHEN round(price, guess - 1) >= ('1e' || (9 - guess))::numeric THEN guess - 1
  WHEN round(price, guess) < ('1e' || (8 - guess))::numeric THEN guess + 1
  ELSE guess END)) $$;
--> statement-breakpoint
CREATE FUNCTION guarded_price_round(price numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE
  WHEN price >= 0.1 OR price <= 0 THEN round(price, 9)
  ELSE round(price, price_decimals(price, 8 - floor(log(greatest(price, 1e-60)::float8))::integer)) END $$;
--> statement-breakpoint
-- Quotients have 80 decimals, so an exact half may be slightly too small; rounding to 60 decimals first restores it.
CREATE FUNCTION price_round(price numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT guarded_price_round(round(price, 60)) $$;
--> statement-breakpoint
-- The same for sums: 9 decimals in TON, 6 in USD and other currencies.
CREATE FUNCTION sum_round(total numeric, decimals integer) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT round(round(total, 30), decimals) $$;
--> statement-breakpoint
-- TON in USD at a time: the latest rate paid at or before (time, lt), otherwise the rate of the fx table.
CREATE FUNCTION ton_usd(at timestamp with time zone, at_lt bigint DEFAULT 9223372036854775807) RETURNS numeric
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(
  (SELECT usd FROM ton_rate WHERE time <= at AND (time, lt) <= (at, at_lt) ORDER BY time DESC, lt DESC, pool_id DESC LIMIT 1),
  (SELECT round(1, 80) / rate FROM fx
    WHERE code = 'ton' AND date <= (at AT TIME ZONE 'UTC')::date ORDER BY date DESC LIMIT 1)) $$;
--> statement-breakpoint
-- Units of a currency per 1 USD at a time.
CREATE FUNCTION fx_rate(currency text, at timestamp with time zone) RETURNS numeric
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN currency = 'usd' THEN 1 ELSE
  (SELECT rate FROM fx WHERE code = currency AND date <= (at AT TIME ZONE 'UTC')::date ORDER BY date DESC LIMIT 1) END $$;
--> statement-breakpoint
-- An Amount as JSON text; the scale of the number becomes `decimals`. Here and below numbers are cast to text
-- explicitly: `text || number` is not IMMUTABLE and would prevent inlining, which is ten times as fast.
CREATE FUNCTION amount_json(number numeric) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT '{"value":"' || coalesce(nullif(ltrim(replace(number::text, '.', ''), '0'), ''), '0')
  || '","decimals":' || scale(number)::text || '}' $$;
--> statement-breakpoint
CREATE FUNCTION change_percent(current numeric, previous numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE
  WHEN previous <> 0 THEN trim_scale(round((current - previous) * 100 / previous, 6))
  WHEN current = 0 THEN 0
  WHEN current IS NOT NULL AND previous IS NOT NULL THEN 100 END $$;
--> statement-breakpoint
CREATE FUNCTION count_change(current numeric, previous numeric, calculated_at text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT '{"changePercent":' || change_percent(current, previous)::text || ',"previous":"' || previous::text
  || '","current":"' || current::text || '","calculatedAt":"' || calculated_at || '"}' $$;
--> statement-breakpoint
CREATE FUNCTION volume_change(current numeric, previous numeric, calculated_at text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT '{"changePercent":' || change_percent(current, previous)::text || ',"previous":' || amount_json(sum_round(previous, 6))
  || ',"current":' || amount_json(sum_round(current, 6)) || ',"calculatedAt":"' || calculated_at || '"}' $$;
--> statement-breakpoint
CREATE FUNCTION price_change(current numeric, previous numeric, calculated_at text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT '{"changePercent":' || change_percent(current, previous)::text || ',"previous":' || amount_json(price_round(previous))
  || ',"current":' || amount_json(price_round(current)) || ',"calculatedAt":"' || calculated_at || '"}' $$;
