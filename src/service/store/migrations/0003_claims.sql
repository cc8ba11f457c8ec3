CREATE TABLE "jetton_multiplier" (
	"jetton_id" integer NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"numerator" numeric,
	"denominator" numeric,
	CONSTRAINT "jetton_multiplier_jetton_id_source_since_pk" PRIMARY KEY("jetton_id","source","since")
);
--> statement-breakpoint
CREATE TABLE "jetton_warning" (
	"jetton_id" integer NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	CONSTRAINT "jetton_warning_jetton_id_source_kind_pk" PRIMARY KEY("jetton_id","source","kind")
);
--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "problem" text;