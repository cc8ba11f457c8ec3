import { createReadStream, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const CREATE = `
  CREATE TABLE plain (
    tx_hash text, event_time bigint, lt bigint, trader_address text, pool_address text, token_sold_address text,
    token_bought_address text, amount_sold_raw numeric, amount_bought_raw numeric, volume_usd numeric,
    volume_ton numeric, reserve0_raw numeric, reserve1_raw numeric
  )`;
const CHUNK_SIZE = 1 << 23;

/** Returns the milliseconds of copying swaps.csv into a table with the same columns on a server. */
export async function measureServerCopy(file: string, databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(CREATE);
    const started = performance.now();
    const target = client.query(copyFrom('COPY plain FROM STDIN WITH (FORMAT csv, HEADER)'));
    await pipeline(createReadStream(file, { highWaterMark: CHUNK_SIZE }), target);
    return performance.now() - started;
  } finally {
    await client.end();
  }
}

/** Returns the milliseconds of copying swaps.csv into a table with the same columns in a temporary PGlite folder. */
export async function measureEmbeddedCopy(file: string, folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  const pglite = await PGlite.create(folder);
  try {
    await pglite.query(CREATE);
    const started = performance.now();
    let header = ', HEADER';
    for await (const lines of wholeLines(file)) {
      const blob = new Blob([lines]);
      await pglite.query(`COPY plain FROM '/dev/blob' WITH (FORMAT csv${header})`, [], { blob });
      header = '';
    }
    return performance.now() - started;
  } finally {
    await pglite.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* wholeLines(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest: Buffer = Buffer.alloc(0);
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: CHUNK_SIZE });
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf('\n') + 1;
    yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
}
