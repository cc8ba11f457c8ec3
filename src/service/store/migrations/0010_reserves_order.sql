ALTER TABLE "pool" ADD COLUMN "reserves_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pool" ADD COLUMN "reserves_lt" bigint;