import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Alert,
  type AlertRule,
  type AlertState,
  alertRule,
  alertState,
  evaluateAlert,
  type Firing,
  firing as firingSchema,
  type Observation,
} from './alerts.ts';
import { amountFromDecimal } from './amount.ts';
import type { MissingRange } from './period-sets.ts';
import type { Transaction } from './transactions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = Date.parse('2026-01-29T07:00:00Z');
const address = `0:${'1'.repeat(64)}`;
const jetton = { address, symbol: 'NOT' };
const above: AlertRule = { type: 'price', ...jetton, side: 'above', value: 100 };

interface Step {
  /** Minutes after the alert was made. */
  readonly at: number;
  readonly firing: Firing;
}

type Timed = readonly [minutes: number, observed: Observation];

/** Evaluates an alert with observations in their order. Returns what fired. */
function run(
  alert: Partial<Alert> & Pick<Alert, 'rule'>,
  observations: readonly Timed[],
  state?: AlertState,
) {
  let current = state;
  const fired: Step[] = [];
  for (const [at, observation] of observations) {
    const result = evaluateAlert({ since: start, repeat: 'min5', ...alert }, current, observation);
    current = result.state;
    if (result.firing) fired.push({ at, firing: result.firing });
  }
  return { fired, state: current };
}

function level(minutes: number, value: number, missing: readonly MissingRange[] = []): Timed {
  return [minutes, { type: 'level', time: start + minutes * MINUTE, value, missing }];
}

const minutesOf = ({ fired }: { readonly fired: readonly Step[] }) => fired.map(({ at }) => at);

describe('numbers', () => {
  test('fires when a number crosses the value, not while it stays there', () => {
    const observed = [level(1, 99), level(2, 101), level(3, 102)];
    expect(run({ rule: above }, observed).fired).toEqual([
      { at: 2, firing: { time: start + 2 * MINUTE, value: 101, missing: [] } },
    ]);
    expect(minutesOf(run({ rule: { ...above, side: 'below' } }, observed))).toEqual([]);
    expect(minutesOf(run({ rule: { ...above, side: 'below' } }, [level(1, 101), level(2, 99)]))).toEqual([2]);
  });

  test('a number that is beyond the value from the start does not fire until it has gone back', () => {
    expect(minutesOf(run({ rule: above }, [level(1, 101), level(2, 103)]))).toEqual([]);
    expect(minutesOf(run({ rule: above }, [level(1, 101), level(2, 90), level(3, 101)]))).toEqual([3]);
  });

  test('fires again only after the number has gone back by one percent of the value', () => {
    const around = [level(1, 99), level(10, 100), level(20, 99.5), level(30, 100.5)];
    expect(minutesOf(run({ rule: above }, around))).toEqual([10]);
    expect(minutesOf(run({ rule: above }, [...around, level(40, 98.9), level(50, 100)]))).toEqual([10, 50]);
  });

  test('counts from the present on after a clock was more than an hour ahead', () => {
    const ahead = [level(1, 99), level(2, 101), level(600, 98)];
    const back = [level(3, 101), level(4, 98), level(5, 101)];
    expect(minutesOf(run({ rule: above, repeat: 'day' }, [...ahead, ...back]))).toEqual([2, 5]);
    expect(minutesOf(run({ rule: above }, [level(1, 99), level(63, 99), level(3, 101)]))).toEqual([]);
  });

  test('changes go back by half a percentage point', () => {
    const rule: AlertRule = { type: 'change', ...jetton, side: 'above', value: 5, period: 'hour' };
    const observed = [level(1, 0), level(10, 5), level(20, 4.6), level(30, 5), level(40, 4.4), level(50, 5)];
    expect(minutesOf(run({ rule }, observed))).toEqual([10, 50]);
  });

  test('fires at most once in the time that the alert allows', () => {
    const waves = [1, 2, 3, 4, 7, 8].map((minutes) => level(minutes, minutes % 2 === 0 ? 101 : 90));
    expect(minutesOf(run({ rule: above, repeat: 'min5' }, waves))).toEqual([2, 8]);
    expect(minutesOf(run({ rule: above, repeat: 'hour' }, waves))).toEqual([2]);
  });

  test('ignores data that is not newer than the alert or the last evaluated data', () => {
    expect(minutesOf(run({ rule: above }, [level(-2, 90), level(-1, 101), level(0, 101)]))).toEqual([]);
    // The same data again, from an older node, and corrected.
    expect(minutesOf(run({ rule: above }, [level(5, 90), level(4, 101), level(5, 101)]))).toEqual([]);
  });

  test('nothing fires twice after a restart with the stored state', () => {
    const { state } = run({ rule: above }, [level(1, 90), level(2, 101)]);
    const stored = JSON.parse(JSON.stringify(state)) as AlertState;
    const repeated = [level(2, 101), level(20, 102)];
    expect(minutesOf(run({ rule: above }, repeated, stored))).toEqual([]);
  });

  test('states what is missing in the period before the data', () => {
    const time = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
    const hole = { exchangeId: 'stonfi', from: time(-20), to: time(-10), seconds: 600 };
    const old = { exchangeId: 'dedust', from: time(-200), to: time(-190), seconds: 600 };
    const { fired } = run({ rule: above }, [level(1, 90, [hole, old]), level(2, 101, [hole, old])]);
    expect(fired.map(({ firing }) => firing.missing)).toEqual([[hole]]);
  });

  test('a volume that is exceeded by back-filled swaps is late', () => {
    const time = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
    const hole = { exchangeId: 'stonfi', from: time(-20), to: time(-10), seconds: 600 };
    const rule: AlertRule = { type: 'volume', ...jetton, side: 'above', value: 100, period: 'hour' };
    const late = run({ rule }, [level(1, 90, [hole]), level(2, 101, [])]);
    expect(late.fired.map(({ firing }) => firing.isLate)).toEqual([true]);
    // It neither starts the pause after a notification nor is reported again.
    expect(minutesOf(run({ rule }, [level(3, 102), level(4, 90), level(5, 101)], late.state))).toEqual([5]);
    const filled = { ...hole, to: time(-15), seconds: 300 };
    expect(
      run({ rule }, [level(1, 90, [hole]), level(2, 101, [filled])]).fired.map(({ firing }) => firing.isLate),
    ).toEqual([true]);
    // The hole leaves the period.
    expect(
      run({ rule }, [level(1, 90, [hole]), level(51, 101, [])]).fired.map(({ firing }) => firing.isLate),
    ).toEqual([undefined]);
    // Prices are those of now.
    expect(
      run({ rule: above }, [level(1, 90, [hole]), level(2, 101)]).fired.map(({ firing }) => firing.isLate),
    ).toEqual([undefined]);
  });

  test('any data fires at most once for each time that the number was back', () => {
    const values = fc.array(
      fc.tuple(fc.integer({ min: -5, max: 60 }), fc.double({ min: 80, max: 120, noNaN: true })),
    );
    fc.assert(
      fc.property(values, (pairs) => {
        const observed = pairs.map(([minutes, value]) => level(minutes, value));
        const { fired } = run({ rule: above, repeat: 'once' }, observed);
        const times = fired.map(({ firing }) => firing.time);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        for (const [index, time] of times.entries()) {
          const before = times[index - 1] ?? start;
          const isBack = ([minutes, value]: (typeof pairs)[number]) =>
            value < 100 && start + minutes * MINUTE > before && start + minutes * MINUTE < time;
          expect(pairs.some(isBack)).toBe(true);
        }
      }),
    );
  });
});

function trade(minutes: number, usd: string | undefined, changes: Partial<Transaction> = {}): Transaction {
  return {
    time: new Date(start + minutes * MINUTE).toISOString(),
    timeLt: String(Math.round(minutes * 1000)),
    type: 'TT_BUY',
    counterpart: `0:${'0'.repeat(64)}`,
    exchangeId: 'stonfi',
    pool: `0:${'c'.repeat(64)}`,
    amount: amountFromDecimal('1'),
    counterpartAmount: amountFromDecimal('3'),
    price: amountFromDecimal('2'),
    ...(usd !== undefined && { usd: amountFromDecimal(usd) }),
    ...changes,
  };
}

function trades(minutes: number, ...list: readonly Transaction[]): Timed {
  return [minutes, { type: 'trade', time: start + minutes * MINUTE, trades: list, missing: [] }];
}

describe('trades', () => {
  const rule: AlertRule = { type: 'trade', ...jetton, minUsd: 1000 };

  test('fires for new trades of at least the size, with the largest', () => {
    const observed = [
      trades(1, trade(0.5, '999.99'), trade(0.6, undefined)),
      trades(10, trade(8, '1000', { type: 'TT_SELL' }), trade(9, '3000')),
    ];
    expect(run({ rule }, observed).fired).toEqual([
      {
        at: 10,
        firing: { time: start + 9 * MINUTE, value: 3000, tradeType: 'TT_BUY', trades: 2, missing: [] },
      },
    ]);
  });

  test('each trade fires once, also after a restart', () => {
    const large = trade(1, '5000');
    const { fired, state } = run({ rule }, [trades(1.1, large), trades(1.3, large)]);
    expect(fired).toHaveLength(1);
    const stored = JSON.parse(JSON.stringify(state)) as AlertState;
    expect(minutesOf(run({ rule, repeat: 'once' }, [trades(2, large)], stored))).toEqual([]);
    // Another pool may have the same logical time.
    const other = trade(1, '5000', { pool: `0:${'d'.repeat(64)}` });
    expect(minutesOf(run({ rule, repeat: 'once' }, [trades(2, large, other)], stored))).toEqual([2]);
  });

  test('trades that were seen do not fire again after a clock was ahead', () => {
    const [first, second] = [trade(1, '1000'), trade(2, '1000')];
    const observed = [trades(1, first), trades(600), trades(3, second, first)];
    const { fired } = run({ rule }, observed);
    expect(fired.map(({ at, firing }) => [at, firing.trades])).toEqual([
      [1, undefined],
      [3, undefined],
    ]);
  });

  test('trades before the alert, and those that arrive late, never fire', () => {
    expect(minutesOf(run({ rule }, [trades(1, trade(-0.1, '5000'))]))).toEqual([]);
    expect(minutesOf(run({ rule }, [trades(10, trade(4.9, '5000'))]))).toEqual([]);
    expect(minutesOf(run({ rule }, [trades(10, trade(5.1, '5000'))]))).toEqual([10]);
  });
});

function rows(minutes: number, ...symbols: readonly string[]): Timed {
  const list = symbols.map((symbol) => ({
    address: `0:${symbol.repeat(64)}`,
    symbol,
    missing: [],
  }));
  return [minutes, { type: 'screen', time: start + minutes * MINUTE, rows: list }];
}

describe('screens', () => {
  const rule: AlertRule = { type: 'screen', name: 'New', query: '?sort=createdAt', rows: 3, event: 'enters' };
  const symbolsOf = (fired: readonly Step[]) =>
    fired.map(({ at, firing }) => [at, ...(firing.jettons ?? []).map(({ symbol }) => symbol)]);

  test('the first rows never fire; jettons that enter do', () => {
    const { fired } = run({ rule }, [rows(1, 'a', 'b', 'c'), rows(2, 'd', 'a', 'b'), rows(3, 'd', 'b', 'a')]);
    expect(symbolsOf(fired)).toEqual([[2, 'd']]);
  });

  test('a firing states what is missing of the last day of the jettons that entered, once', () => {
    const range = (from: number, to: number) => ({
      exchangeId: 'stonfi',
      from: new Date(start + from * HOUR).toISOString(),
      to: new Date(start + to * HOUR).toISOString(),
      seconds: (to - from) * 3600,
    });
    const [yesterday, recent] = [range(-26, -25), range(-25, -23)];
    const named = (symbol: string) => ({
      address: `0:${symbol.repeat(64)}`,
      symbol,
      missing: [recent, yesterday],
    });
    const screen = (hours: number, ...symbols: readonly string[]): Timed => [
      hours * 60,
      { type: 'screen', time: start + hours * HOUR, rows: symbols.map(named) },
    ];
    const { fired } = run({ rule }, [screen(0.1, 'a'), screen(0.2, 'a', 'b', 'c')]);
    expect(fired.map(({ firing }) => firing.missing)).toEqual([[recent]]);
  });

  test('symbols are lines of visible characters', () => {
    const { fired } = run({ rule }, [rows(1, 'a'), rows(2, 'a', 'b\u202e\n\u200b c', '\u200b')]);
    expect(symbolsOf(fired)).toEqual([[2, 'b c', '?']]);
  });

  test('jettons leave after two minutes, so that those at the edge do not come and go', () => {
    const observed = [rows(1, 'a', 'b'), rows(2, 'a'), rows(2.5, 'a', 'b'), rows(3, 'a'), rows(4, 'a')];
    const isLeaving = { ...rule, event: 'leaves' } as const;
    expect(symbolsOf(run({ rule }, [...observed, rows(5, 'a')]).fired)).toEqual([]);
    expect(symbolsOf(run({ rule: isLeaving }, observed).fired)).toEqual([]);
    expect(symbolsOf(run({ rule: isLeaving }, [...observed, rows(5, 'a'), rows(6, 'a')]).fired)).toEqual([
      [5, 'b'],
    ]);
  });
});

test.each(['', 'x'.repeat(1000), `${'x'.repeat(119)}😀`])(
  'what is stored of the symbol %j is valid',
  (symbol) => {
    const rule: AlertRule = { type: 'screen', name: 'New', query: '', rows: 3, event: 'enters' };
    const named = (address: string) => ({ address: `0:${address.repeat(64)}`, symbol, missing: [] });
    const screen = (minutes: number, ...addresses: readonly string[]): Timed => [
      minutes,
      { type: 'screen', time: start + minutes * MINUTE, rows: addresses.map(named) },
    ];
    const { fired, state } = run({ rule }, [screen(1, 'a'), screen(2, 'a', 'b')]);
    expect(fired).toHaveLength(1);
    expect(alertState.safeParse(state).data).toEqual(state);
    expect(firingSchema.safeParse(fired[0]?.firing).success).toBe(true);
    expect(JSON.stringify(state)).not.toMatch(/\\ud8/);
  },
);

test('a rule needs a known type and valid values', () => {
  expect(alertRule.safeParse(above).data).toEqual(above);
  const invalid = [
    { ...above, value: 0 },
    { ...above, type: 'toString' },
    { ...above, address: 'x' },
    { type: 'screen', name: 'New', query: 'sort=x', rows: 3, event: 'enters' },
    { type: 'screen', name: 'New', query: '', rows: 101, event: 'enters' },
    null,
    'price',
  ];
  expect(invalid.map((rule) => alertRule.safeParse(rule).success)).toEqual(invalid.map(() => false));
});

test('data of another kind than the rule changes nothing', () => {
  const [, observation] = rows(1, 'a');
  expect(evaluateAlert({ rule: above, since: start, repeat: 'hour' }, undefined, observation)).toEqual({
    state: undefined,
  });
});
