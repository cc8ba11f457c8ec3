CREATE TABLE "alert_message" (
	"subscription_id" uuid NOT NULL,
	"alert_id" text COLLATE "C" NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"rule" jsonb NOT NULL,
	"firing" jsonb NOT NULL,
	"send_at" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "alert_message_subscription_id_alert_id_time_pk" PRIMARY KEY("subscription_id","alert_id","time")
);
--> statement-breakpoint
CREATE TABLE "alert_rule" (
	"subscription_id" uuid NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"alert" jsonb NOT NULL,
	"state" jsonb,
	"is_done" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "alert_rule_subscription_id_id_pk" PRIMARY KEY("subscription_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"endpoint" text COLLATE "C" NOT NULL,
	"public_key" text,
	"secret" text NOT NULL,
	"client" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_subscription_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "holder" (
	"token" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"balance" numeric NOT NULL,
	"kind" text COLLATE "C",
	"name" text,
	CONSTRAINT "holder_token_owner_pk" PRIMARY KEY("token","owner")
);
--> statement-breakpoint
CREATE TABLE "holder_snapshot" (
	"token" text COLLATE "C" PRIMARY KEY NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"supply" numeric,
	"top_ten_percent" double precision
);
--> statement-breakpoint
CREATE TABLE "push_key" (
	"id" smallint PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jetton" ADD COLUMN "top_ten_holders" double precision;--> statement-breakpoint
CREATE INDEX "alert_message_unsent" ON "alert_message" USING btree ("send_at") WHERE send_at is not null;--> statement-breakpoint
CREATE INDEX "alert_subscription_client" ON "alert_subscription" USING btree ("client");--> statement-breakpoint
CREATE INDEX "holder_owner" ON "holder" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "jetton_by_top_ten_holders" ON "jetton" USING btree ("top_ten_holders","address");--> statement-breakpoint
CREATE INDEX "jetton_by_top_ten_holders_desc" ON "jetton" USING btree ("top_ten_holders" DESC NULLS LAST,"address");