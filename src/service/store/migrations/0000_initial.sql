CREATE TABLE "dataset" (
	"source" text NOT NULL,
	"as_of" timestamp with time zone,
	"stables" text[] NOT NULL,
	"built_at" timestamp with time zone NOT NULL,
	"calculated_at" timestamp with time zone,
	"simulation" jsonb,
	"rates" numeric[],
	"is_stale" boolean DEFAULT false NOT NULL,
	"is_calculating" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"head" timestamp with time zone,
	"start_key" bigint,
	"start_time" timestamp with time zone NOT NULL,
	"reread_at" timestamp with time zone,
	"history_total" numeric DEFAULT '0' NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"ingested" bigint DEFAULT 0 NOT NULL,
	"duplicate" bigint DEFAULT 0 NOT NULL,
	"late" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_error_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "feed_cursor" (
	"feed" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"key" bigint NOT NULL,
	CONSTRAINT "feed_cursor_feed_subject_pk" PRIMARY KEY("feed","subject")
);
--> statement-breakpoint
CREATE TABLE "feed_metadata" (
	"feed" text NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_metadata_feed_address_pk" PRIMARY KEY("feed","address")
);
--> statement-breakpoint
CREATE TABLE "feed_range" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_range_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"feed" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"from_key" bigint NOT NULL,
	"to_key" bigint NOT NULL,
	"from_time" timestamp with time zone NOT NULL,
	"to_time" timestamp with time zone NOT NULL,
	"purpose" text NOT NULL,
	"read_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "feed_rejected" (
	"feed" text NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"reason" text NOT NULL,
	"event" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_rejected_feed_key_pk" PRIMARY KEY("feed","key")
);
--> statement-breakpoint
CREATE TABLE "feed_waiting" (
	"feed" text NOT NULL,
	"pool" text COLLATE "C" NOT NULL,
	"lt" bigint NOT NULL,
	"asset" text COLLATE "C" NOT NULL,
	"event" jsonb NOT NULL,
	CONSTRAINT "feed_waiting_feed_pool_lt_pk" PRIMARY KEY("feed","pool","lt")
);
--> statement-breakpoint
CREATE TABLE "fx" (
	"code" text NOT NULL,
	"date" date NOT NULL,
	"rate" numeric NOT NULL,
	CONSTRAINT "fx_code_date_pk" PRIMARY KEY("code","date")
);
--> statement-breakpoint
CREATE TABLE "jetton" (
	"id" integer PRIMARY KEY NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"symbol_folded" text COLLATE "C" NOT NULL,
	"grams" text[] NOT NULL,
	"decimals" smallint NOT NULL,
	"image" text,
	"description" text,
	"offchain_image" text,
	"offchain_description" text,
	"links" jsonb NOT NULL,
	"admin" text COLLATE "C",
	"offchain_admin" text COLLATE "C",
	"total_supply" numeric,
	"circulating_supply" numeric,
	"mintable" boolean,
	"modified_contract" boolean,
	"verification" text COLLATE "C" NOT NULL,
	"created_at" timestamp with time zone,
	"holders_count" bigint,
	"holders_changed_at" timestamp with time zone,
	"given_trust_score" smallint,
	"given_trust_score_updated_at" timestamp with time zone,
	"stable" boolean DEFAULT false NOT NULL,
	"direct_market_id" integer,
	"reference_market_id" integer,
	"price_changed_at" timestamp with time zone,
	"trust_score" smallint,
	"volume_24h" numeric,
	"traders_24h" bigint,
	"transactions_24h" bigint,
	"ton_price_change_hour" double precision,
	"ton_price_change_hour6" double precision,
	"ton_price_change_day" double precision,
	"ton_price_change_week" double precision,
	"ton_price_change_month" double precision,
	"direct_threshold" numeric,
	"reference_threshold" numeric,
	"price" numeric,
	"usd_based" boolean,
	"liquidity_ton" numeric,
	"liquidity_usd" numeric,
	"fdmc_ton" numeric,
	"fdmc_usd" numeric,
	"usd_price_ratio_hour" numeric,
	"usd_price_ratio_hour6" numeric,
	"usd_price_ratio_day" numeric,
	"usd_price_ratio_week" numeric,
	"usd_price_ratio_month" numeric,
	"mcap_ton" numeric,
	"mcap_usd" numeric,
	CONSTRAINT "jetton_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "jetton_activity" (
	"jetton_id" integer NOT NULL,
	"period" smallint NOT NULL,
	"transactions_buy" bigint DEFAULT 0 NOT NULL,
	"transactions_sell" bigint DEFAULT 0 NOT NULL,
	"traders" bigint DEFAULT 0 NOT NULL,
	"traders_buy" bigint DEFAULT 0 NOT NULL,
	"traders_sell" bigint DEFAULT 0 NOT NULL,
	"volume_buy" numeric DEFAULT '0' NOT NULL,
	"volume_sell" numeric DEFAULT '0' NOT NULL,
	"previous_transactions_buy" bigint DEFAULT 0 NOT NULL,
	"previous_transactions_sell" bigint DEFAULT 0 NOT NULL,
	"previous_traders" bigint DEFAULT 0 NOT NULL,
	"previous_traders_buy" bigint DEFAULT 0 NOT NULL,
	"previous_traders_sell" bigint DEFAULT 0 NOT NULL,
	"previous_volume_buy" numeric DEFAULT '0' NOT NULL,
	"previous_volume_sell" numeric DEFAULT '0' NOT NULL,
	CONSTRAINT "jetton_activity_jetton_id_period_pk" PRIMARY KEY("jetton_id","period")
);
--> statement-breakpoint
CREATE TABLE "jetton_statistics" (
	"jetton_id" integer PRIMARY KEY NOT NULL,
	"prices" numeric[],
	"traders" text,
	"traders_buy" text,
	"traders_sell" text,
	"transactions" text,
	"transactions_buy" text,
	"transactions_sell" text,
	"volume_usd" text,
	"volume_buy_usd" text,
	"volume_sell_usd" text
);
--> statement-breakpoint
CREATE TABLE "market" (
	"id" integer PRIMARY KEY NOT NULL,
	"pool_id" integer NOT NULL,
	"side" smallint NOT NULL,
	"jetton_id" integer NOT NULL,
	"counterpart_id" integer NOT NULL,
	"pool_address" text COLLATE "C" NOT NULL,
	"jetton_unit" numeric NOT NULL,
	"counterpart_unit" numeric NOT NULL,
	"scale" numeric NOT NULL,
	"tick_price" numeric,
	"price_changed_at" timestamp with time zone,
	"liquidity_asset" numeric,
	"liquidity_counterpart" numeric,
	"liquidity_ton" numeric,
	"liquidity_usd" numeric,
	"liquidity_changed_at" timestamp with time zone,
	"last_transaction_at" timestamp with time zone,
	"rank_usd_based" boolean,
	"rank_value" numeric
);
--> statement-breakpoint
CREATE TABLE "market_activity" (
	"market_id" integer NOT NULL,
	"period" smallint NOT NULL,
	"transactions" bigint DEFAULT 0 NOT NULL,
	"traders" bigint DEFAULT 0 NOT NULL,
	"volume" numeric DEFAULT '0' NOT NULL,
	"previous_transactions" bigint DEFAULT 0 NOT NULL,
	"previous_traders" bigint DEFAULT 0 NOT NULL,
	"previous_volume" numeric DEFAULT '0' NOT NULL,
	CONSTRAINT "market_activity_market_id_period_pk" PRIMARY KEY("market_id","period")
);
--> statement-breakpoint
CREATE TABLE "pool" (
	"id" integer PRIMARY KEY NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"exchange" text NOT NULL,
	"type" text NOT NULL,
	"asset0" integer NOT NULL,
	"asset1" integer NOT NULL,
	"created_at" timestamp with time zone,
	"reserve0" numeric,
	"reserve1" numeric,
	"reserves_at" timestamp with time zone,
	"feed" text,
	"feed_reversed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pool_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "swap" (
	"pool_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"lt" bigint NOT NULL,
	"trader_id" integer NOT NULL,
	"sold0" boolean NOT NULL,
	"dust" boolean NOT NULL,
	"amount0" numeric NOT NULL,
	"amount1" numeric NOT NULL,
	"volume_usd" numeric,
	"reserve0" numeric,
	"reserve1" numeric,
	CONSTRAINT "swap_pool_id_lt_pk" PRIMARY KEY("pool_id","lt")
);
--> statement-breakpoint
CREATE TABLE "ton_rate" (
	"time" timestamp with time zone NOT NULL,
	"lt" bigint NOT NULL,
	"pool_id" integer NOT NULL,
	"usd" numeric NOT NULL,
	CONSTRAINT "ton_rate_time_lt_pool_id_pk" PRIMARY KEY("time","lt","pool_id")
);
--> statement-breakpoint
CREATE TABLE "trade" (
	"market_id" integer NOT NULL,
	"jetton_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"lt" bigint NOT NULL,
	"trader_id" integer NOT NULL,
	"buy" boolean NOT NULL,
	"dust" boolean NOT NULL,
	"volume_usd" numeric,
	"counterpart" numeric,
	"ton" numeric,
	"usd" numeric,
	CONSTRAINT "trade_market_id_dust_time_lt_pk" PRIMARY KEY("market_id","dust","time","lt")
);
--> statement-breakpoint
CREATE TABLE "trader" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "trader_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"address" text COLLATE "C" NOT NULL,
	CONSTRAINT "trader_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "trust_score_validity" (
	"jetton_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"min_ton_usd" double precision,
	"max_ton_usd" double precision
);
--> statement-breakpoint
CREATE INDEX "feed_metadata_age" ON "feed_metadata" USING btree ("feed","requested_at");--> statement-breakpoint
CREATE INDEX "feed_range_unread" ON "feed_range" USING btree ("feed","purpose","to_time") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "feed_range_read" ON "feed_range" USING btree ("feed","to_time") WHERE read_at is not null;--> statement-breakpoint
CREATE INDEX "feed_waiting_asset" ON "feed_waiting" USING btree ("asset");--> statement-breakpoint
CREATE INDEX "jetton_by_created_at" ON "jetton" USING btree ("created_at","address");--> statement-breakpoint
CREATE INDEX "jetton_by_created_at_desc" ON "jetton" USING btree ("created_at" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_trust_score" ON "jetton" USING btree ("trust_score","address");--> statement-breakpoint
CREATE INDEX "jetton_by_trust_score_desc" ON "jetton" USING btree ("trust_score" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_volume_24h" ON "jetton" USING btree ("volume_24h","address");--> statement-breakpoint
CREATE INDEX "jetton_by_volume_24h_desc" ON "jetton" USING btree ("volume_24h" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_holders_count" ON "jetton" USING btree ("holders_count","address");--> statement-breakpoint
CREATE INDEX "jetton_by_holders_count_desc" ON "jetton" USING btree ("holders_count" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_traders_24h" ON "jetton" USING btree ("traders_24h","address");--> statement-breakpoint
CREATE INDEX "jetton_by_traders_24h_desc" ON "jetton" USING btree ("traders_24h" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_transactions_24h" ON "jetton" USING btree ("transactions_24h","address");--> statement-breakpoint
CREATE INDEX "jetton_by_transactions_24h_desc" ON "jetton" USING btree ("transactions_24h" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_liquidity_ton" ON "jetton" USING btree ("liquidity_ton") WHERE liquidity_ton is not null and liquidity_usd is null;--> statement-breakpoint
CREATE INDEX "jetton_by_liquidity_usd" ON "jetton" USING btree ("liquidity_usd") WHERE liquidity_usd is not null and liquidity_ton is null;--> statement-breakpoint
CREATE INDEX "jetton_by_mixed_liquidity" ON "jetton" USING btree ("liquidity_ton") WHERE liquidity_ton is not null and liquidity_usd is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_fdmc_ton" ON "jetton" USING btree ("fdmc_ton") WHERE "fdmc_ton" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_fdmc_usd" ON "jetton" USING btree ("fdmc_usd") WHERE "fdmc_usd" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_mcap_ton" ON "jetton" USING btree ("mcap_ton") WHERE "mcap_ton" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_mcap_usd" ON "jetton" USING btree ("mcap_usd") WHERE "mcap_usd" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_hour" ON "jetton" USING btree ("ton_price_change_hour") WHERE "ton_price_change_hour" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_hour6" ON "jetton" USING btree ("ton_price_change_hour6") WHERE "ton_price_change_hour6" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_day" ON "jetton" USING btree ("ton_price_change_day") WHERE "ton_price_change_day" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_week" ON "jetton" USING btree ("ton_price_change_week") WHERE "ton_price_change_week" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_month" ON "jetton" USING btree ("ton_price_change_month") WHERE "ton_price_change_month" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_usd_price_ratio_hour" ON "jetton" USING btree ("usd_price_ratio_hour") WHERE "usd_price_ratio_hour" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_usd_price_ratio_hour6" ON "jetton" USING btree ("usd_price_ratio_hour6") WHERE "usd_price_ratio_hour6" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_usd_price_ratio_day" ON "jetton" USING btree ("usd_price_ratio_day") WHERE "usd_price_ratio_day" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_usd_price_ratio_week" ON "jetton" USING btree ("usd_price_ratio_week") WHERE "usd_price_ratio_week" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_usd_price_ratio_month" ON "jetton" USING btree ("usd_price_ratio_month") WHERE "usd_price_ratio_month" is not null;--> statement-breakpoint
CREATE INDEX "jetton_direct_threshold" ON "jetton" USING btree ("direct_threshold") WHERE direct_threshold is not null;--> statement-breakpoint
CREATE INDEX "jetton_reference_threshold" ON "jetton" USING btree ("reference_threshold") WHERE reference_threshold is not null;--> statement-breakpoint
CREATE INDEX "jetton_reference_market" ON "jetton" USING btree ("reference_market_id");--> statement-breakpoint
CREATE INDEX "jetton_direct_market" ON "jetton" USING btree ("direct_market_id");--> statement-breakpoint
CREATE INDEX "jetton_grams" ON "jetton" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "jetton_admin" ON "jetton" USING btree ("admin") WHERE admin is not null;--> statement-breakpoint
CREATE INDEX "market_jetton" ON "market" USING btree ("jetton_id","pool_address");--> statement-breakpoint
CREATE INDEX "market_counterpart" ON "market" USING btree ("counterpart_id");--> statement-breakpoint
CREATE INDEX "market_pool" ON "market" USING btree ("pool_id");--> statement-breakpoint
CREATE INDEX "pool_reserves_at" ON "pool" USING btree ("reserves_at");--> statement-breakpoint
CREATE INDEX "swap_tick" ON "swap" USING btree ("pool_id","dust","time","lt");--> statement-breakpoint
CREATE INDEX "swap_reserves" ON "swap" USING btree ("pool_id","time","lt") WHERE reserve0 is not null and reserve1 is not null;--> statement-breakpoint
CREATE INDEX "trade_time" ON "trade" USING btree ("time");--> statement-breakpoint
CREATE INDEX "trade_trader" ON "trade" USING btree ("jetton_id","trader_id","buy","time");--> statement-breakpoint
CREATE INDEX "trade_market_trader" ON "trade" USING btree ("market_id","trader_id","time");
--> statement-breakpoint
-- STABLE like to_char, and not STRICT: otherwise the planner would not inline the function.
CREATE FUNCTION iso(moment timestamp with time zone) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
--> statement-breakpoint
-- None of these functions is STRICT: the planner does not inline STRICT functions.

-- Decimals of a price's Amount: the smallest number from 9 to 40 that leaves at least 9 significant digits.
-- `guess` comes from a float and may be off by one; the two exact comparisons correct it.
CREATE FUNCTION price_decimals(price numeric, guess integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT greatest(9, least(40, CASE
  WHEN round(price, guess - 1) >= ('1e' || (9 - guess)::text)::numeric THEN guess - 1
  WHEN round(price, guess) < ('1e' || (8 - guess)::text)::numeric THEN guess + 1
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
-- With the guard of `sum_round`: an exact half may be slightly too small after a division.
CREATE FUNCTION change_percent(current numeric, previous numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE
  WHEN previous <> 0 THEN trim_scale(round(round((current - previous) * 100 / previous, 30), 6))
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
--> statement-breakpoint
-- Prices, values and changes from columns in TON or USD (schema.ts) and TON in USD, which may be unknown.
-- `ton_usd` is used once in each: otherwise the planner would not inline a function whose argument is a subquery.
CREATE FUNCTION ton_price(price numeric, usd_based boolean, ton_usd numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN usd_based THEN price * (round(1, 80) / ton_usd) ELSE price END $$;
--> statement-breakpoint
CREATE FUNCTION usd_price(price numeric, usd_based boolean, stable boolean, ton_usd numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN price IS NULL THEN NULL WHEN stable THEN 1 WHEN usd_based THEN price ELSE price * ton_usd END $$;
--> statement-breakpoint
CREATE FUNCTION total_in_ton(in_ton numeric, in_usd numeric, ton_usd numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(in_usd * (round(1, 80) / ton_usd) + coalesce(in_ton, 0), in_ton) $$;
--> statement-breakpoint
CREATE FUNCTION total_in_usd(in_ton numeric, in_usd numeric, ton_usd numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(in_ton * ton_usd + coalesce(in_usd, 0), in_usd) $$;
--> statement-breakpoint
-- Change of the price in TON in percent, given the ratio of the prices in USD and TON in USD now and before.
CREATE FUNCTION ton_change_percent(usd_ratio numeric, ton_usd numeric, ton_usd_before numeric) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT round(round((usd_ratio * (round(ton_usd_before, 80) / ton_usd) - 1) * 100, 30), 6)::float8 $$;
