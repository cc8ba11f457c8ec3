import { expect, test } from 'vitest';
import type { Alert, AlertRule, AlertState } from '#contract/alerts.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { Client } from '#web/api/client/client.ts';
import { NotInPlanError } from '#web/api/client/errors.ts';
import { evaluateRound } from './alert-round.ts';

const now = Date.parse('2026-01-29T07:50:00Z');
const [a, b] = ['1', '2'].map((digit) => `0:${digit.repeat(64)}`) as [string, string];

function alertOn(rule: AlertRule): Alert {
  return { id: rule.type, rule, repeat: 'hour', since: now - 3_600_000, isPaused: false };
}

const alerts = [
  alertOn({ type: 'price', address: a, symbol: 'A', side: 'above', value: 2 }),
  alertOn({ type: 'liquidity', address: a, symbol: 'A', side: 'below', value: 1000 }),
  alertOn({ type: 'exit10k', address: a, symbol: 'A', side: 'below', value: 9000 }),
  alertOn({ type: 'volume', address: b, symbol: 'B', side: 'above', value: 500, period: 'day' }),
  alertOn({ type: 'change', address: b, symbol: 'B', side: 'below', value: -5, period: 'hour' }),
  alertOn({ type: 'trade', address: b, symbol: 'B', minUsd: 100 }),
  alertOn({ type: 'screen', name: 'New', query: '?sort=createdAt', rows: 2, event: 'enters' }),
];

interface Values {
  readonly price?: string;
  readonly liquidity?: string;
  readonly exit?: string;
  readonly volume?: string;
  readonly change?: number;
  readonly listed?: readonly string[];
  readonly trades?: readonly Transaction[];
  /** Trades of a page. Default: all are on one. */
  readonly pageSize?: number;
  readonly at?: number;
}

interface Input {
  readonly address?: readonly string[];
  readonly cursor?: string;
}

/** A client of a service with these values. */
function clientOf(values: Values, fails: (name: string) => Error | undefined = () => undefined) {
  const requests: { readonly name: string; readonly input: object }[] = [];
  const calculatedAt = new Date(values.at ?? now).toISOString();
  const change = (current: string) => ({
    changePercent: values.change ?? 0,
    previous: amountFromDecimal('1'),
    current: amountFromDecimal(current),
    calculatedAt,
  });
  const jettonOf = (address: string) => ({
    metadata: { address, name: address.slice(-1), symbol: address.slice(-1), decimals: 9 },
    priceUsd: amountFromDecimal(values.price ?? '1'),
    liquidityUsd: amountFromDecimal(values.liquidity ?? '5000'),
    exit: { usd1k: amountFromDecimal('990'), usd10k: amountFromDecimal(values.exit ?? '9500') },
  });
  const statisticsOf = (address: string) => ({
    address,
    priceChange: { usd: { hour: change('1') } },
    volume: { usd: { day: change(values.volume ?? '100') } },
  });
  const respond = (name: string, { address, cursor = '0' }: Input) => {
    if (name === 'getJettons') return { jettons: (address ?? values.listed ?? [a]).map(jettonOf) };
    if (name === 'getJettonStatisticsList') return { items: (address ?? []).map(statisticsOf) };
    const { trades = [], pageSize = trades.length } = values;
    const end = Number(cursor) + pageSize;
    const next = end < trades.length ? { next: String(end) } : {};
    return { transactions: trades.slice(Number(cursor), end), addressBook: {}, jettons: {}, ...next };
  };
  const request = (name: string, input: object) => {
    requests.push({ name, input });
    const error = fails(name);
    return error ? Promise.reject(error) : Promise.resolve<unknown>(respond(name, input));
  };
  const client: Pick<Client, 'callAndDecode' | 'fetchExtension'> = {
    callAndDecode: async ({ name }, input, decode) => decode(await request(name, input as object)),
    fetchExtension: ({ name }, input) => request(name, input as object),
  };
  return { client, requests };
}

/** Evaluates the alerts with one set of values after another, ten seconds apart. */
async function rounds(...steps: readonly Values[]) {
  let states: ReadonlyMap<string, AlertState | undefined> = new Map();
  const fired: (readonly [string, unknown])[] = [];
  for (const [index, values] of steps.entries()) {
    const at = now + index * 10_000;
    const { client } = clientOf({ at, ...values });
    const known = states;
    const result = await evaluateRound(client, alerts, (id) => known.get(id), at);
    states = result.states;
    fired.push(
      ...result.firings.map(({ alert: { id }, firing }) => [id, firing.value ?? firing.jettons] as const),
    );
  }
  return fired;
}

test('one request for all statistics, one for all jettons, and one for each screen and jetton with trades', async () => {
  const { client, requests } = clientOf({});
  const twice = [...alerts, ...alerts.map((alert) => ({ ...alert, id: `${alert.id}2` }))];
  await evaluateRound(client, twice, () => undefined, now);
  expect(requests).toEqual([
    { name: 'getJettonStatisticsList', input: { address: [a, b], limit: 100 } },
    { name: 'getJettons', input: { address: [a, b], limit: 100 } },
    { name: 'getJettonTransactions', input: expect.objectContaining({ address: b, minUsd: 100 }) },
    { name: 'getJettons', input: expect.objectContaining({ sort: 'createdAt', limit: 2 }) },
  ]);
});

test('alerts on the same screen or the same trades share the request that suits all', async () => {
  const { client, requests } = clientOf({});
  const shared = alerts.flatMap((alert): Alert[] => {
    const { rule, id } = alert;
    if (rule.type === 'screen')
      return [3, 5, 4].map((rows) => ({ ...alert, id: `${id}${rows}`, rule: { ...rule, rows } }));
    if (rule.type !== 'trade') return [];
    return [80, 50, 60].map((minUsd) => ({ ...alert, id: `${id}${minUsd}`, rule: { ...rule, minUsd } }));
  });
  await evaluateRound(client, shared, () => undefined, now);
  expect(requests).toEqual([
    expect.objectContaining({ name: 'getJettonStatisticsList' }),
    { name: 'getJettonTransactions', input: expect.objectContaining({ minUsd: 50 }) },
    { name: 'getJettons', input: expect.objectContaining({ limit: 5 }) },
  ]);
});

test('requests nothing that no alert needs', async () => {
  const { client, requests } = clientOf({});
  await evaluateRound(
    client,
    alerts.filter(({ id }) => id === 'volume'),
    () => undefined,
    now,
  );
  expect(requests.map(({ name }) => name)).toEqual(['getJettonStatisticsList']);
});

const swap: Transaction = {
  time: new Date(now + 5000).toISOString(),
  timeLt: '1',
  type: 'TT_BUY',
  counterpart: a,
  exchangeId: 'stonfi',
  pool: a,
  amount: amountFromDecimal('1'),
  counterpartAmount: amountFromDecimal('1'),
  price: amountFromDecimal('1'),
  usd: amountFromDecimal('150'),
};

test('each kind of alert fires with its value', async () => {
  const next: Values = {
    price: '2.5',
    liquidity: '900',
    exit: '8700',
    volume: '600',
    change: -6,
    listed: [a, b],
    trades: [swap],
  };
  expect(await rounds({}, next, next)).toEqual([
    ['price', 2.5],
    ['liquidity', 900],
    ['exit10k', 8700],
    ['volume', 600],
    ['change', -6],
    ['trade', 150],
    ['screen', [{ address: b, symbol: '2' }]],
  ]);
});

test('a large trade fires, however many smaller ones followed', async () => {
  const small = { ...swap, timeLt: '2', usd: amountFromDecimal('101') };
  const trades = [small, small, small, swap];
  const rule = { type: 'trade', address: b, symbol: 'B', minUsd: 120 } as const;
  const { client } = clientOf({ trades, pageSize: 2 });
  const large = alertOn(rule);
  const state = { evaluatedAt: now } as AlertState;
  const { firings } = await evaluateRound(client, [large], () => state, now + 10_000);
  expect(firings.map(({ firing }) => firing.value)).toEqual([150]);
});

test('data of the same time does not fire', async () => {
  expect(await rounds({ at: now }, { at: now, volume: '600' })).toEqual([]);
});

test('alerts whose request fails keep their state; those without it are evaluated', async () => {
  const { client } = clientOf({}, (name) =>
    name === 'getJettonStatisticsList' ? new Error('failed') : undefined,
  );
  const { states } = await evaluateRound(client, alerts, () => undefined, now);
  expect([...states.keys()]).toEqual(['trade', 'screen']);
});

test('with a plan without statistics, prices and liquidity are evaluated at the time of the request', async () => {
  const { client } = clientOf({}, (name) =>
    name === 'getJettonStatisticsList' ? new NotInPlanError(name) : undefined,
  );
  const { states } = await evaluateRound(client, alerts, () => undefined, now);
  expect([...states.keys()]).toEqual(['price', 'liquidity', 'exit10k', 'trade', 'screen']);
  expect(states.get('price')?.evaluatedAt).toBe(now);
});
