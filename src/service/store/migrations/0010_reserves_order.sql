ALTER TABLE "pool" ADD COLUMN "reserves_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pool" ADD COLUMN "reserves_lt" bigint;--> statement-breakpoint
-- Reserves that are later than T no longer wait by feed: of each pool, the latest of any feed do.
DELETE FROM "feed_waiting" "earlier" USING "feed_waiting" "latest"
WHERE "earlier"."feed" LIKE '% later reserves' AND "latest"."feed" LIKE '% later reserves'
	AND "latest"."pool" = "earlier"."pool"
	AND (("latest"."event"->>'time')::timestamptz, "latest"."feed") > (("earlier"."event"->>'time')::timestamptz, "earlier"."feed");--> statement-breakpoint
UPDATE "feed_waiting" SET "feed" = 'later reserves' WHERE "feed" LIKE '% later reserves';
