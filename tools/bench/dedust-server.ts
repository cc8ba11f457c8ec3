import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { parseAddress } from '#contract/address.ts';
import { listOf } from './market.ts';

/** As of September 2026. */
export const POOLS = 52_324;
const PAIRS = 50_000;
/** Pools with trades in the last day: the first one every 15 seconds, the n-th one n times as rarely; 37,900 a day. */
export const ACTIVE_POOLS = 400;
const BUSIEST_INTERVAL = 15_000;
const DAY_MS = 86_400_000;
const LT_PER_MS = 300;
/** Trades that the benchmark asks for must not coincide with those by the clock. */
const EXTRA_LT = 7;

/** What was requested since the start; bytes of bodies as sent, and before compression. */
export type Traffic = Record<
  'list' | 'trades',
  { requests: number; bytes: number; uncompressed: number; largestOffset: number }
>;

function digestOf(kind: string, index: number): string {
  return createHash('sha256').update(`${kind} ${index}`).digest('hex');
}

const addresses = listOf(POOLS, (index) => `0:${digestOf('pool', index)}`);
const indices = new Map(addresses.map((address, index) => [address, index]));

/** Serves a market of the size of DeDust, whose trades follow from the clock, and others that the benchmark adds. */
class Market {
  /** Milliseconds to add to the system's clock. Until it is right, no pool is traded. */
  offset = 0;
  /** Times of additional trades by pool. */
  private readonly extra = new Map<number, number[]>();
  private readonly startedAt = Date.now();
  private readonly beganAt = this.startedAt - 200 * DAY_MS;

  get now(): number {
    return Date.now() + this.offset;
  }

  /** Returns the logical time. */
  add(pool: number): number {
    const time = this.now;
    this.extra.set(pool, [...(this.extra.get(pool) ?? []), time]);
    return ltOf(time) + EXTRA_LT;
  }

  /** Returns up to `size` logical times after one, or the newest. */
  trades(pool: number, after: number | undefined, size: number): number[] {
    const newest = Math.floor(this.now / intervalOf(pool));
    const oldest = Math.floor(this.beganAt / intervalOf(pool));
    const start = after === undefined ? newest - size : Math.floor(after / LT_PER_MS / intervalOf(pool)) - 1;
    const from = Math.max(oldest, start);
    const regular = listOf(Math.max(0, Math.min(size + 3, newest - from)), (step) =>
      ltOf((from + 1 + step) * intervalOf(pool)),
    );
    const all = [
      ...(pool < ACTIVE_POOLS ? regular : []),
      ...(this.extra.get(pool) ?? []).map((time) => ltOf(time) + EXTRA_LT),
    ];
    const later = all.filter((lt) => lt > (after ?? -1)).toSorted((a, b) => a - b);
    return after === undefined ? later.slice(-size) : later.slice(0, size);
  }

  /** Returns a page of rows. Those with additional trades follow the active ones; the busiest pool stands still. */
  rows(offset: number, limit: number) {
    const extra = [...this.extra.keys()].filter((pool) => pool >= ACTIVE_POOLS);
    const page = listOf(limit, (row) => {
      const position = offset + row;
      if (position < ACTIVE_POOLS) return position;
      return extra[position - ACTIVE_POOLS] ?? position - extra.length;
    });
    return page.filter((pair) => pair < PAIRS).map((pair) => this.row(pair));
  }

  private row(pair: number) {
    const others =
      pair >= ACTIVE_POOLS && pair + PAIRS - ACTIVE_POOLS < POOLS ? [pair + PAIRS - ACTIVE_POOLS] : [];
    const pools = [pair, ...others].map((pool) => this.pool(pool, pair));
    const volume = pools.reduce((sum, each) => sum + Number(each.volume_24h_usd), 0);
    return {
      ...rates,
      assets: assetsOf(pair),
      fees_24h_usd: '0.2514',
      pools,
      pools_limit: 10,
      pools_offset: 0,
      total_pools: pools.length,
      tvl_usd: '1523.114',
      volume_24h_usd: String(volume),
    };
  }

  private pool(pool: number, pair: number) {
    const now = pool === 0 ? this.startedAt : this.now;
    const extra = this.extra.get(pool) ?? [];
    const regular = Math.floor(now / intervalOf(pool));
    const last = this.isTraded(pool)
      ? regular * intervalOf(pool)
      : this.startedAt - (2 + (pool % 1000)) * DAY_MS;
    const trades = (this.isTraded(pool) ? Math.floor(DAY_MS / intervalOf(pool)) : 0) + extra.length;
    return {
      ...rates,
      address: addresses[pool],
      assets: assetsOf(pair),
      creator_fee: '0',
      dex: 'dedust',
      fee_in_assets: assetsOf(pair),
      fees: ['12000000', '5412000000'],
      fees_24h_usd: '0.2514',
      last_activity_at: new Date(Math.max(last, ...extra)).toISOString(),
      locked_liquidity: '0',
      lp_fee: '20',
      protocol_fee: '5',
      reserves: [String(5_000_000_000 + regular + extra.length), String(70_000_000_000_000 + pool)],
      reward_assets: null,
      rewards: null,
      total_supply: '591607978309',
      trade_fee: '25',
      tvl_usd: '1523.114',
      type: pool % 10 === 0 ? 'cpmm_v2' : 'cpmm_v1',
      verified: false,
      volume: ['81234567890', '5712345678901'],
      volume_24h_usd: String(trades * 10),
    };
  }

  private isTraded(pool: number): boolean {
    return pool < ACTIVE_POOLS && this.offset === 0;
  }
}

const rates = { apr: '0.1234', apr_fees: '0.1234', apr_rewards: '0' };

function intervalOf(pool: number): number {
  return BUSIEST_INTERVAL * (pool + 1);
}

function ltOf(time: number): number {
  return time * LT_PER_MS;
}

function assetsOf(pair: number): [string, string] {
  return ['native', `jetton:0:${digestOf('jetton', pair)}`];
}

function metadataOf(asset: string) {
  const [id] = asset.slice(-12).match(/\w+/) ?? [''];
  return {
    decimals: 9,
    description: `Jetton ${id} of a community that describes itself in about as many words as this.`,
    image_url: `https://assets.example/jettons/${id}/image.png`,
    name: `Jetton ${id}`,
    social_links: { telegram: `https://t.me/${id}`, website: `https://${id}.example` },
    ticker: id.toUpperCase(),
    usd_price: '0.000123',
  };
}

function tradeInfo(pool: number, lt: number) {
  const jetton = { type: 'jetton', address: assetsOf(pool)[1].slice('jetton:'.length) };
  return {
    sender: `0:${digestOf('trader', lt % 5000)}`,
    assetIn: { type: 'native' },
    assetOut: jetton,
    amountIn: '1000000000',
    amountOut: '2500000000',
    lt: String(lt),
    createdAt: new Date(lt / LT_PER_MS).toISOString(),
  };
}

/** Listens on any free port of the loopback interface, and prints the base URL. Compresses responses. */
export function serveDedust(): void {
  const market = new Market();
  const empty = () => ({ requests: 0, bytes: 0, uncompressed: 0, largestOffset: 0 });
  const traffic: Traffic = { list: empty(), trades: empty() };
  const respond = (method: string, url: URL, body: string): unknown => {
    const [, section, action, id = ''] = url.pathname.split('/');
    if (section === 'v4') {
      const { offset, limit } = JSON.parse(body) as { offset: number; limit: number };
      traffic.list.largestOffset = Math.max(offset, traffic.list.largestOffset);
      const pool_rows = market.rows(offset, limit);
      const assets = [...new Set(pool_rows.flatMap((row) => row.assets))];
      const metadata = Object.fromEntries(assets.map((asset) => [asset, metadataOf(asset)]));
      return { assets_metadata: metadata, pool_rows, total_count: PAIRS };
    }
    if (section === 'v2') {
      const pool = indices.get(parseAddress(id) ?? '') ?? 0;
      const after = url.searchParams.get('after_lt');
      const size = Number(url.searchParams.get('page_size'));
      const found = market.trades(pool, after === null ? undefined : Number(after), size);
      return found.map((lt) => tradeInfo(pool, lt));
    }
    if (method === 'POST' && action === 'offset') market.offset = Number(id);
    return action === 'trade' ? market.add(Number(id)) : traffic;
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? '', 'http://localhost');
      const content = Buffer.from(JSON.stringify(respond(request.method ?? '', url, body)));
      const sent = request.headers['accept-encoding']?.includes('gzip') ? gzipSync(content) : content;
      const counts = url.pathname.startsWith('/v4') ? traffic.list : traffic.trades;
      if (/^\/v[24]/.test(url.pathname)) {
        counts.requests += 1;
        counts.bytes += sent.length;
        counts.uncompressed += content.length;
      }
      const encoding = sent === content ? {} : { 'content-encoding': 'gzip' };
      response.writeHead(200, { 'content-type': 'application/json', ...encoding }).end(sent);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}
