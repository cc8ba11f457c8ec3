import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeedsFile } from './feed-config.ts';
import { SettingError } from './setting-values.ts';

const exchanges = ['stonfi', 'dedust', 'tonco'];
let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jetscope-feeds-'));
  file = join(folder, 'feeds.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: unknown, environment = {}) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readFeedsFile(file, environment, exchanges);
}

describe('the feeds file', () => {
  test('fills in the public source and its rate', () => {
    expect(read([{ name: 'ston', kind: 'stonfi' }])).toEqual([
      {
        name: 'ston',
        kind: 'stonfi',
        url: 'https://api.ston.fi',
        exchange: 'stonfi',
        from: undefined,
        rate: 1,
        key: undefined,
      },
    ]);
  });

  test('accepts all fields', () => {
    const entry = {
      name: 'own',
      kind: 'dexscreener',
      url: 'https://dex.example/api/',
      exchange: 'tonco',
      from: '2026-01-01T00:00:00+01:00',
      rate: 2.5,
      keyEnv: 'DEX_KEY',
    };
    expect(read([entry], { DEX_KEY: ' secret ' })).toEqual([
      {
        name: 'own',
        kind: 'dexscreener',
        url: 'https://dex.example/api',
        exchange: 'tonco',
        from: new Date('2025-12-31T23:00:00Z'),
        rate: 2.5,
        key: 'secret',
      },
    ]);
  });

  test('has two hosts for DeDust', () => {
    const feed = { name: 'd', kind: 'dedust', url: 'https://proxy.example/v2/' };
    expect(read([feed])).toMatchObject([
      { url: 'https://proxy.example/v2', poolsUrl: 'https://mainnet.api.dedust.io', rate: 5 },
    ]);
    expect(read([{ ...feed, poolsUrl: 'http://127.0.0.1:8090/dedust/' }])).toMatchObject([
      { url: 'https://proxy.example/v2', poolsUrl: 'http://127.0.0.1:8090/dedust' },
    ]);
  });

  test('resolves paths relative to its own folder', () => {
    const [feed] = read([{ name: 'file', kind: 'ndjson', url: 'swaps.ndjson' }]);
    expect(feed?.url).toBe(join(folder, 'swaps.ndjson'));
  });

  const ston = { name: 'a', kind: 'stonfi' };
  test.each<[unknown, string]>([
    ['{', 'is not valid JSON'],
    [{}, 'must contain a JSON array'],
    [[1], 'entry 1: expected an object'],
    [[{ name: 'A b', kind: 'stonfi' }], 'entry 1: "name" must be'],
    [[ston, { name: 'b', kind: 'uniswap' }], 'entry 2: "kind" must be one of stonfi, dedust'],
    [[ston, ston], 'entry 2 has the same name as entry 1'],
    [[{ ...ston, urk: '' }], '"urk" is not a known field'],
    [[{ ...ston, url: 'ftp://x.example' }], '"url" must be an HTTP(S) URL'],
    [[{ ...ston, url: 'https://user:secret@x.example' }], '"url" must be an HTTP(S) URL'],
    [[{ ...ston, poolsUrl: 'https://x.example' }], '"poolsUrl" does not apply to stonfi'],
    [[{ name: 'd', kind: 'dedust', poolsUrl: '' }], '"poolsUrl" must be a string'],
    [
      [{ name: 'd', kind: 'dedust', poolsUrl: 'https://x.example/?key=secret' }],
      '"poolsUrl" must be an HTTP(S) URL',
    ],
    [[{ ...ston, exchange: 'megaton' }], '"exchange" must be one of EXCHANGES: stonfi, dedust, tonco'],
    [[{ ...ston, from: 'yesterday' }], '"from" must be a timestamp'],
    [[{ ...ston, rate: 0 }], '"rate" must be'],
    [[{ ...ston, keyEnv: 'MISSING' }], 'the variable MISSING ("keyEnv") is not set'],
    [[{ ...ston, keyEnv: 'toString' }], 'the variable toString ("keyEnv") is not set'],
    [
      [{ name: 'b', kind: 'dexscreener', url: 'https://x.example' }],
      '"exchange" is required for dexscreener',
    ],
    [[{ name: 'b', kind: 'dexscreener', exchange: 'tonco' }], '"url" is required for dexscreener'],
    [[{ name: 'b', kind: 'fx', exchange: 'tonco' }], '"exchange" does not apply to fx'],
    [[{ name: 'b', kind: 'ndjson' }], '"url" is required for ndjson'],
  ])('rejects %j', (content, message) => {
    expect(() => read(content)).toThrow(message);
    expect(() => read(content)).toThrow(SettingError);
    expect(() => read(content)).not.toThrow(/secret|\n/);
  });

  test('must exist', () => {
    expect(() => readFeedsFile(join(folder, 'none.json'), {}, exchanges)).toThrow(
      'none.json: it cannot be read (ENOENT)',
    );
  });
});
