import { sql } from 'drizzle-orm';
import { rows, type Store } from '#service/store/database.ts';
import { storeAllCandles } from '#testing/stores/ingest.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Stores all candles, and returns all values computed from recorded data, by table and key. Equal numbers are returned as equal
 * texts. Days without volume, which rounds do not remove, are left out.
 */
export async function readComputedValues(store: Store): Promise<Record<string, Record<string, Row>>> {
  await storeAllCandles(store);
  const tables = {
    candle: "market_id || '/' || length || '/' || start",
    jetton: 'id',
    jetton_activity: "jetton_id || '/' || period",
    jetton_concentration: "jetton_id || '/' || days",
    jetton_statistics: 'jetton_id',
    market: 'id',
    market_activity: "market_id || '/' || period",
    reserve_low: "pool_id || '/' || day",
    trade: "market_id || '/' || lt",
    dataset: '1',
  };
  const entries = Object.entries(tables).map(async ([table, key]) => {
    const condition = table === 'jetton_concentration' ? 'volume <> 0 or buyers <> 0' : 'true';
    const found = await rows<Row>(
      store.db,
      sql.raw(`select (${key})::text as key, t.* from ${table} t where ${condition}`),
    );
    return [table, Object.fromEntries(found.map((row) => [row.key, normalized(row)]))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

// Sums that are equal may have different numbers of decimals.
function normalized(row: Row): Row {
  const trimmed = (value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(/(?<=^|[{,])(-?\d+)(?:\.0+|(\.\d*[1-9])0+)(?=$|[,}])/g, '$1$2')
      : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, trimmed(value)]));
}
