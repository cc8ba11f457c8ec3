CREATE TABLE "candle_backlog" (
	"market_id" integer PRIMARY KEY NOT NULL,
	"since" integer NOT NULL
);
