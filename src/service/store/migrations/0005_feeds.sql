CREATE TABLE "feed" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"head" timestamp with time zone,
	"start_key" bigint,
	"start_time" timestamp with time zone NOT NULL,
	"reread_at" timestamp with time zone,
	"history_total" numeric DEFAULT '0' NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"ingested" bigint DEFAULT 0 NOT NULL,
	"duplicate" bigint DEFAULT 0 NOT NULL,
	"late" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_error_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "feed_cursor" (
	"feed" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"key" bigint NOT NULL,
	CONSTRAINT "feed_cursor_feed_subject_pk" PRIMARY KEY("feed","subject")
);
--> statement-breakpoint
CREATE TABLE "feed_metadata" (
	"feed" text NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_metadata_feed_address_pk" PRIMARY KEY("feed","address")
);
--> statement-breakpoint
CREATE TABLE "feed_range" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_range_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"feed" text NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"from_key" bigint NOT NULL,
	"to_key" bigint NOT NULL,
	"from_time" timestamp with time zone NOT NULL,
	"to_time" timestamp with time zone NOT NULL,
	"purpose" text NOT NULL,
	"read_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "feed_rejected" (
	"feed" text NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"reason" text NOT NULL,
	"event" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_rejected_feed_key_pk" PRIMARY KEY("feed","key")
);
--> statement-breakpoint
CREATE TABLE "feed_waiting" (
	"feed" text NOT NULL,
	"pool" text COLLATE "C" NOT NULL,
	"lt" bigint NOT NULL,
	"asset" text COLLATE "C" NOT NULL,
	"event" jsonb NOT NULL,
	CONSTRAINT "feed_waiting_feed_pool_lt_pk" PRIMARY KEY("feed","pool","lt")
);
--> statement-breakpoint
ALTER TABLE "pool" ADD COLUMN "feed" text;--> statement-breakpoint
ALTER TABLE "pool" ADD COLUMN "feed_reversed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "feed_metadata_age" ON "feed_metadata" USING btree ("feed","requested_at");--> statement-breakpoint
CREATE INDEX "feed_range_unread" ON "feed_range" USING btree ("feed","purpose","to_time") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "feed_range_read" ON "feed_range" USING btree ("feed","to_time") WHERE read_at is not null;--> statement-breakpoint
CREATE INDEX "feed_waiting_asset" ON "feed_waiting" USING btree ("asset");