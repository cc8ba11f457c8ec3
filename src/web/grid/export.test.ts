import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { valueAt } from '#contract/measures.ts';
import { listedActivity, listedJetton } from '#testing/components/responses.ts';
import { measureColumns } from '#web/list/measure-texts.ts';
import { readMeasure } from '#web/list/measure-values.ts';
import { fullAmountText } from '#web/money/amounts.ts';
import { formats } from './export-formats.ts';
import { completePath, curlText, promptText } from './share-texts.ts';

describe('export formats', () => {
  /** Names of fields that differ from their measure. */
  const names: Readonly<Record<string, string>> = {
    fdmc: 'fdmcUsd',
    mcap: 'mcapUsd',
    volume24h: 'volumeUsd24h',
  };

  test('a revoked admin is not empty like an unknown one', () => {
    const admin = { address: undefined, offchainAddress: undefined, isRevoked: true };
    const exported = [listedJetton(1, { admin }), listedJetton(2)].map((jetton) => ({
      jetton,
      activity: undefined,
      valuation: undefined,
    }));
    const json: { admin: unknown }[] = JSON.parse(formats.json.write(exported, 'usd').join(''));
    expect(json.map((record) => record.admin)).toEqual(['revoked', null]);
  });

  test('files contain every measure that has a column', () => {
    const [jetton, activity] = [listedJetton(1), listedActivity(1)];
    const exported = [{ jetton, activity, valuation: undefined }];
    const json = JSON.parse(formats.json.write(exported, 'usd').join(''));
    const [header = '', line = ''] = formats.csv.write(exported, 'usd');
    const cells = line.trim().split(',');
    const csv = new Map(
      header
        .slice(1)
        .trim()
        .split(',')
        .map((name, index) => [name, cells[index]]),
    );
    for (const { measure } of measureColumns) {
      const value = readMeasure(measure, jetton, activity);
      const text = typeof value === 'object' ? fullAmountText(value) : value;
      const name = names[measure] ?? measure;
      expect([name, csv.get(name)]).toEqual([name, String(text ?? '')]);
      expect([name, valueAt(json[0], name)]).toEqual([name, text ?? null]);
    }
  });
});

describe('share texts', () => {
  const columns =
    'rank,price,change1h,change24h,change7d,age,liquidity,volume,fdmc,traders,trust,holders,line,transactions';

  test.each([
    ['/', `/?columns=${columns}&period=24h&currency=usd`],
    ['/?order=asc&holders.min=10', `/?order=asc&holders.min=10&columns=${columns}&period=24h&currency=usd`],
    ['/?columns=price&period=7d&currency=eur', '/?columns=price&period=7d&currency=eur'],
    [
      '/watchlist?sort=holders#address=EQ',
      `/watchlist?sort=holders&columns=${columns}&period=24h&currency=usd#address=EQ`,
    ],
  ])('a link to %s contains columns, period and currency', (path, expected) => {
    expect(completePath(path)).toBe(expected);
  });

  test('the newest jettons are shared with the columns of their list', () => {
    expect(completePath('/?sort=createdAt')).toMatch(/^\/\?sort=createdAt&columns=rank,age,price,/);
  });

  test.each([
    ['Min15', 'price,change15m,change1h,change24h,change7d,age'],
    ['Hour', 'price,change1h,change24h,change7d,age'],
    ['Hour6', 'price,change1h,change6h,change24h,change7d,age'],
    ['Hour12', 'price,change1h,change12h,change24h,change7d,age'],
    ['Month', 'price,change1h,change24h,change7d,change30d,age'],
  ])('lists sorted by tonPriceChange%s are shared with its column', (period, columns) => {
    expect(completePath(`/?sort=tonPriceChange${period}`)).toContain(`,${columns},`);
  });

  test('other pages have no table settings', () => {
    expect(completePath('/compare?address=EQ')).toBe('/compare?address=EQ');
  });

  const request = {
    method: 'POST',
    url: '/v1/jettons',
    body: `{"search":"it's \\"$HOME\\" \`id\`"}`,
  } as const;

  /** Returns the arguments that a shell passes to curl. */
  function argumentsOf(text: string): string[] {
    const script = text.replace(/^curl/, "printf '%s\\n'");
    return execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { API_KEY: 'k' } })
      .trimEnd()
      .split('\n');
  }

  test('a shell passes all arguments unchanged', () => {
    expect(argumentsOf(curlText(request, { origin: 'https://a.example', needsKey: false }))).toEqual([
      'https://a.example/v1/jettons',
      '-X',
      'POST',
      '-H',
      'accept: application/json',
      '-H',
      'content-type: application/json',
      '--data-raw',
      request.body,
    ]);
  });

  test('references the API key by its variable', () => {
    const text = curlText({ method: 'GET', url: '/v1/x' }, { origin: '', needsKey: true });
    expect(text).toContain('$API_KEY');
    expect(argumentsOf(text)).toContain('authorization: Bearer k');
  });

  test('a prompt names the server and the arguments of its tool, without names of jettons', () => {
    const prompt = promptText([{ holders: { min: '10' } }, { limit: 5 }], 'https://jetscope.example');
    expect(prompt).toContain('MCP server at https://jetscope.example/mcp.');
    expect(prompt).toContain('\nfind_jettons {"holders":{"min":"10"}}\nfind_jettons {"limit":5}\n');
  });
});
