CREATE TABLE "reserve_low" (
	"pool_id" integer NOT NULL,
	"day" date NOT NULL,
	"low0" numeric NOT NULL,
	"low1" numeric NOT NULL,
	CONSTRAINT "reserve_low_pool_id_day_pk" PRIMARY KEY("pool_id","day")
);
--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "exit_low_ton" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "exit_low_usd" numeric;--> statement-breakpoint
CREATE INDEX "jetton_by_exit_low_ton" ON "jetton" USING btree ("exit_low_ton") WHERE exit_low_ton is not null and exit_low_usd is null;--> statement-breakpoint
CREATE INDEX "jetton_by_exit_low_usd" ON "jetton" USING btree ("exit_low_usd") WHERE exit_low_usd is not null and exit_low_ton is null;--> statement-breakpoint
CREATE INDEX "jetton_by_mixed_exit_low" ON "jetton" USING btree ("exit_low_ton") WHERE exit_low_ton is not null and exit_low_usd is not null;