CREATE TABLE "jetton_holders" (
	"jetton_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "jetton_holders_jetton_id_time_pk" PRIMARY KEY("jetton_id","time")
);
--> statement-breakpoint
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
ALTER TABLE "feed" ADD COLUMN "problem" text;--> statement-breakpoint
-- Triggers keep the history of holder counts, so that no writer can forget it.
CREATE FUNCTION record_inserted_holders() RETURNS trigger
LANGUAGE plpgsql
AS $$ BEGIN
  INSERT INTO jetton_holders SELECT id, holders_changed_at, holders_count FROM inserted
    WHERE holders_count IS NOT NULL AND holders_changed_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_changed_holders() RETURNS trigger
LANGUAGE plpgsql
AS $$ BEGIN
  INSERT INTO jetton_holders VALUES (NEW.id, NEW.holders_changed_at, NEW.holders_count)
    ON CONFLICT (jetton_id, time) DO UPDATE SET count = EXCLUDED.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jetton_holders_inserted AFTER INSERT ON jetton
REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION record_inserted_holders();
--> statement-breakpoint
CREATE TRIGGER jetton_holders_changed AFTER UPDATE OF holders_count, holders_changed_at ON jetton
FOR EACH ROW WHEN (
  NEW.holders_count IS NOT NULL AND NEW.holders_changed_at IS NOT NULL
  AND (NEW.holders_count, NEW.holders_changed_at) IS DISTINCT FROM (OLD.holders_count, OLD.holders_changed_at)
) EXECUTE FUNCTION record_changed_holders();
--> statement-breakpoint
INSERT INTO jetton_holders SELECT id, holders_changed_at, holders_count FROM jetton
  WHERE holders_count IS NOT NULL AND holders_changed_at IS NOT NULL;
