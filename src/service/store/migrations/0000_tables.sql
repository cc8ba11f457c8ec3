CREATE TABLE "dataset" (
	"source" text NOT NULL,
	"as_of" timestamp with time zone,
	"stables" text[] NOT NULL,
	"built_at" timestamp with time zone NOT NULL,
	"calculated_at" timestamp with time zone,
	"simulation" jsonb
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
	"price_ton" numeric,
	"price_usd" numeric,
	"price_changed_at" timestamp with time zone,
	"liquidity_usd" numeric,
	"tvl" numeric,
	"fdmc" numeric,
	"mcap" numeric,
	"trust_score" smallint,
	"trust_score_updated_at" timestamp with time zone,
	"volume_24h" numeric,
	"traders_24h" bigint,
	"transactions_24h" bigint,
	"ton_price_change_hour" double precision,
	"ton_price_change_hour6" double precision,
	"ton_price_change_day" double precision,
	"ton_price_change_week" double precision,
	"ton_price_change_month" double precision,
	CONSTRAINT "jetton_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "jetton_statistics" (
	"jetton_id" integer PRIMARY KEY NOT NULL,
	"calculated_at" timestamp with time zone NOT NULL,
	"prices_ton" numeric[],
	"prices_usd" numeric[],
	"liquidity_ton" numeric,
	"liquidity_usd" numeric,
	"volumes" numeric[] NOT NULL,
	"traders_24h" bigint NOT NULL,
	"transactions_24h" bigint NOT NULL,
	"price_change_ton" text DEFAULT '{}' NOT NULL,
	"price_change_usd" text DEFAULT '{}' NOT NULL,
	"traders" text NOT NULL,
	"traders_buy" text NOT NULL,
	"traders_sell" text NOT NULL,
	"transactions" text NOT NULL,
	"transactions_buy" text NOT NULL,
	"transactions_sell" text NOT NULL,
	"volume_usd" text NOT NULL,
	"volume_buy_usd" text NOT NULL,
	"volume_sell_usd" text NOT NULL
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
	"transactions_month" bigint DEFAULT 0 NOT NULL,
	"price_counterpart" numeric,
	"price_ton" numeric,
	"price_usd" numeric,
	"price_changed_at" timestamp with time zone,
	"liquidity_asset" numeric,
	"liquidity_counterpart" numeric,
	"liquidity_ton" numeric,
	"liquidity_usd" numeric,
	"liquidity_changed_at" timestamp with time zone,
	"last_transaction_at" timestamp with time zone,
	"activity" text,
	"statistics" text
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
	CONSTRAINT "swap_pool_id_dust_time_lt_pk" PRIMARY KEY("pool_id","dust","time","lt")
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
CREATE INDEX "jetton_by_created_at" ON "jetton" USING btree ("created_at","address");--> statement-breakpoint
CREATE INDEX "jetton_by_created_at_desc" ON "jetton" USING btree ("created_at" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_fdmc" ON "jetton" USING btree ("fdmc","address");--> statement-breakpoint
CREATE INDEX "jetton_by_fdmc_desc" ON "jetton" USING btree ("fdmc" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_tvl" ON "jetton" USING btree ("tvl","address");--> statement-breakpoint
CREATE INDEX "jetton_by_tvl_desc" ON "jetton" USING btree ("tvl" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_liquidity_usd" ON "jetton" USING btree ("liquidity_usd","address");--> statement-breakpoint
CREATE INDEX "jetton_by_liquidity_usd_desc" ON "jetton" USING btree ("liquidity_usd" DESC NULLS LAST,"address");--> statement-breakpoint
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
CREATE INDEX "jetton_by_ton_price_change_hour" ON "jetton" USING btree ("ton_price_change_hour","address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_hour_desc" ON "jetton" USING btree ("ton_price_change_hour" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_hour6" ON "jetton" USING btree ("ton_price_change_hour6","address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_hour6_desc" ON "jetton" USING btree ("ton_price_change_hour6" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_day" ON "jetton" USING btree ("ton_price_change_day","address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_day_desc" ON "jetton" USING btree ("ton_price_change_day" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_week" ON "jetton" USING btree ("ton_price_change_week","address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_week_desc" ON "jetton" USING btree ("ton_price_change_week" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_month" ON "jetton" USING btree ("ton_price_change_month","address");--> statement-breakpoint
CREATE INDEX "jetton_by_ton_price_change_month_desc" ON "jetton" USING btree ("ton_price_change_month" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_grams" ON "jetton" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "jetton_admin" ON "jetton" USING btree ("admin") WHERE admin is not null;--> statement-breakpoint
CREATE INDEX "jetton_statistics_calculated_at" ON "jetton_statistics" USING btree ("calculated_at");--> statement-breakpoint
CREATE INDEX "market_by_liquidity" ON "market" USING btree ("jetton_id","liquidity_usd" DESC NULLS LAST,"pool_address");--> statement-breakpoint
CREATE INDEX "market_counterpart" ON "market" USING btree ("counterpart_id");--> statement-breakpoint
CREATE INDEX "market_pool" ON "market" USING btree ("pool_id");--> statement-breakpoint
CREATE INDEX "swap_reserves" ON "swap" USING btree ("pool_id","time","lt") WHERE reserve0 is not null and reserve1 is not null;