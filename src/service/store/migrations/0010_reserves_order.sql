ALTER TABLE "pool" ADD COLUMN "reserves_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pool" ADD COLUMN "reserves_lt" bigint;--> statement-breakpoint
-- Reserves that are later than T no longer wait by feed.
UPDATE "feed_waiting" SET "feed" = 'later reserves' WHERE "feed" LIKE '% later reserves';