ALTER TABLE "jetton" ADD COLUMN "mcap_ton" numeric;--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "mcap_usd" numeric;--> statement-breakpoint
-- The same calculation as in analytics/jetton-metrics.ts.
UPDATE "jetton" SET
  "mcap_ton" = CASE WHEN NOT "stable" AND NOT "usd_based"
    THEN "price" * "circulating_supply" * ('1e-' || "decimals")::numeric END,
  "mcap_usd" = CASE
    WHEN "stable" THEN "circulating_supply" * ('1e-' || "decimals")::numeric
    WHEN "usd_based" THEN "price" * "circulating_supply" * ('1e-' || "decimals")::numeric
  END
WHERE "price" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "jetton_by_mcap_ton" ON "jetton" USING btree ("mcap_ton") WHERE "mcap_ton" is not null;--> statement-breakpoint
CREATE INDEX "jetton_by_mcap_usd" ON "jetton" USING btree ("mcap_usd") WHERE "mcap_usd" is not null;