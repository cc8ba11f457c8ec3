ALTER TABLE "pool" ADD COLUMN "reserves_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pool" ADD COLUMN "reserves_lt" bigint;--> statement-breakpoint
-- Reserves that are later than T no longer wait by feed: of each pool, the latest of any feed do.
DELETE FROM "feed_waiting" "earlier" USING "feed_waiting" "latest"
WHERE "earlier"."feed" LIKE '% later reserves' AND "latest"."feed" LIKE '% later reserves'
	AND "latest"."pool" = "earlier"."pool"
	AND (("latest"."event"->>'time')::timestamptz, "latest"."feed") > (("earlier"."event"->>'time')::timestamptz, "earlier"."feed");--> statement-breakpoint
UPDATE "feed_waiting" SET "feed" = 'later reserves' WHERE "feed" LIKE '% later reserves';--> statement-breakpoint
CREATE INDEX "trust_score_validity_until" ON "trust_score_validity" USING btree ("until");--> statement-breakpoint
CREATE INDEX "trust_score_validity_min_ton_usd" ON "trust_score_validity" USING btree ("min_ton_usd");--> statement-breakpoint
CREATE INDEX "trust_score_validity_max_ton_usd" ON "trust_score_validity" USING btree ("max_ton_usd");--> statement-breakpoint
CREATE INDEX "market_rank" ON "market" USING btree ("jetton_id","rank_usd_based","rank_value" DESC NULLS LAST) WHERE tick_price is not null;
