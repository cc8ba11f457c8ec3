ALTER TABLE "jetton" ADD COLUMN "last_trade_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "first_tick_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "first_price" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "first_ton_usd" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traded_ratio_min15" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traded_ratio_hour" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traded_ratio_hour6" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traded_ratio_hour12" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traded_ratio_day" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traded_ratio_week" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "traded_ratio_month" numeric;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_min15_ton" ON "jetton" USING btree ("traded_ratio_min15") WHERE "traded_ratio_min15" is not null and not usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_min15_usd" ON "jetton" USING btree ("traded_ratio_min15") WHERE "traded_ratio_min15" is not null and usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_hour_ton" ON "jetton" USING btree ("traded_ratio_hour") WHERE "traded_ratio_hour" is not null and not usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_hour_usd" ON "jetton" USING btree ("traded_ratio_hour") WHERE "traded_ratio_hour" is not null and usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_hour6_ton" ON "jetton" USING btree ("traded_ratio_hour6") WHERE "traded_ratio_hour6" is not null and not usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_hour6_usd" ON "jetton" USING btree ("traded_ratio_hour6") WHERE "traded_ratio_hour6" is not null and usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_hour12_ton" ON "jetton" USING btree ("traded_ratio_hour12") WHERE "traded_ratio_hour12" is not null and not usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_hour12_usd" ON "jetton" USING btree ("traded_ratio_hour12") WHERE "traded_ratio_hour12" is not null and usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_day_ton" ON "jetton" USING btree ("traded_ratio_day") WHERE "traded_ratio_day" is not null and not usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_day_usd" ON "jetton" USING btree ("traded_ratio_day") WHERE "traded_ratio_day" is not null and usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_week_ton" ON "jetton" USING btree ("traded_ratio_week") WHERE "traded_ratio_week" is not null and not usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_week_usd" ON "jetton" USING btree ("traded_ratio_week") WHERE "traded_ratio_week" is not null and usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_month_ton" ON "jetton" USING btree ("traded_ratio_month") WHERE "traded_ratio_month" is not null and not usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_traded_ratio_month_usd" ON "jetton" USING btree ("traded_ratio_month") WHERE "traded_ratio_month" is not null and usd_based;--> statement-breakpoint
CREATE INDEX "jetton_by_first_tick_at" ON "jetton" USING btree ("first_tick_at") WHERE first_tick_at is not null;