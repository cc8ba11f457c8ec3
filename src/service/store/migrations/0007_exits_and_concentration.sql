CREATE TABLE "jetton_concentration" (
	"jetton_id" integer NOT NULL,
	"days" smallint NOT NULL,
	"volume" numeric DEFAULT '0' NOT NULL,
	"squares" numeric DEFAULT '0' NOT NULL,
	"buyers" bigint DEFAULT 0 NOT NULL,
	"buyers_who_sold" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "jetton_concentration_jetton_id_days_pk" PRIMARY KEY("jetton_id","days")
);
--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "effective_traders" double precision;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "buyers_who_sold" double precision;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "trending" double precision;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traders_vs_usual" double precision;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "volume_vs_usual" double precision;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "exit_depth_ton" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "exit_depth_usd" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "exit_price_ton" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "exit_price_usd" numeric;--> statement-breakpoint
CREATE INDEX "jetton_by_effective_traders" ON "jetton" USING btree ("effective_traders","address");--> statement-breakpoint
CREATE INDEX "jetton_by_effective_traders_desc" ON "jetton" USING btree ("effective_traders" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_buyers_who_sold" ON "jetton" USING btree ("buyers_who_sold","address");--> statement-breakpoint
CREATE INDEX "jetton_by_buyers_who_sold_desc" ON "jetton" USING btree ("buyers_who_sold" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_trending" ON "jetton" USING btree ("trending","address");--> statement-breakpoint
CREATE INDEX "jetton_by_trending_desc" ON "jetton" USING btree ("trending" DESC NULLS LAST,"address");--> statement-breakpoint
CREATE INDEX "jetton_by_exit_depth_ton" ON "jetton" USING btree ("exit_depth_ton") WHERE exit_depth_ton is not null and exit_depth_usd is null;--> statement-breakpoint
CREATE INDEX "jetton_by_exit_depth_usd" ON "jetton" USING btree ("exit_depth_usd") WHERE exit_depth_usd is not null and exit_depth_ton is null;--> statement-breakpoint
CREATE INDEX "jetton_by_mixed_exit_depth" ON "jetton" USING btree ("exit_depth_ton") WHERE exit_depth_ton is not null and exit_depth_usd is not null;