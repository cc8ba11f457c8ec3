CREATE TABLE "candle" (
	"market_id" integer NOT NULL,
	"length" integer NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"transactions" integer NOT NULL,
	"buys" integer NOT NULL,
	"traders" integer NOT NULL,
	"high_counterpart" numeric NOT NULL,
	"low_counterpart" numeric NOT NULL,
	"volume_counterpart" numeric NOT NULL,
	"high_ton" numeric,
	"low_ton" numeric,
	"volume_ton" numeric,
	"high_usd" numeric,
	"low_usd" numeric,
	"volume_usd" numeric,
	CONSTRAINT "candle_market_id_length_start_pk" PRIMARY KEY("market_id","length","start")
);
--> statement-breakpoint
CREATE TABLE "exchange_day" (
	"day" date NOT NULL,
	"exchange" text COLLATE "C" NOT NULL,
	"transactions" bigint NOT NULL,
	"traders" bigint NOT NULL,
	"volume_ton" numeric NOT NULL,
	"volume_usd" numeric NOT NULL,
	CONSTRAINT "exchange_day_day_exchange_pk" PRIMARY KEY("day","exchange")
);
--> statement-breakpoint
ALTER TABLE "swap" ADD COLUMN "tx_hash" "bytea";--> statement-breakpoint
CREATE INDEX "swap_trader" ON "swap" USING btree ("trader_id","time");