import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { amountFromDecimal, compareAmounts } from '#contract/amount.ts';
import { type CountPeriod, currencies, type PricePeriod } from '#contract/enums.ts';
import { excludedValue } from '#web/list/filter-values.ts';
import { boundFromUsd, boundToUsd, convertFromUsd, type ExchangeRate, fullAmountText } from './amounts.ts';
import { convertedPrice, convertedSum, convertedSumText } from './converted-amounts.ts';
import { currencyName, currencyNames, findCurrencies } from './currencies.ts';
import { changeSinceFirstTrade, untradedText } from './moves.ts';
import { priceSpread } from './price-spread.ts';
import { formatApproximateDuration, formatDuration, parseDuration } from './times.ts';

describe('amounts', () => {
  const rateOf = (currency: 'eur' | 'ton', price: string): ExchangeRate => ({
    currency,
    price: amountFromDecimal(price),
    priceUsd: amountFromDecimal('2.000000000'),
  });

  test('sums are rounded half up to the decimals of responses', () => {
    const sum = amountFromDecimal('100.000001');
    expect(convertFromUsd(sum, rateOf('eur', '1.75'))).toEqual({ value: '87500001', decimals: 6 });
    expect(convertFromUsd(sum, rateOf('ton', '1'))).toEqual({ value: '50000000500', decimals: 9 });
  });

  test('a bound in a currency is sent in USD and shown as it was entered', () => {
    const euro = rateOf('eur', '1.726912345');
    expect(boundToUsd('50000', euro)).toBe('57906.82');
    expect(boundFromUsd('57906.82', euro)).toBe('50000');
    expect(boundToUsd('1234', euro)).toBe('1429.1403');
    // The bound of a link was entered in another currency.
    expect(boundFromUsd('10000', euro)).toBe('8630');
    expect(boundFromUsd('0', euro)).toBe('0');
  });

  test('bounds of up to five digits are unchanged, and never look like excluded ones', () => {
    const entered = fc.record({
      bound: fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 2, max: 7 })),
      price: fc.double({ min: 0.5, max: 60_000, noNaN: true }),
    });
    fc.assert(
      fc.property(entered, ({ bound: [digits, power], price }) => {
        const rate = rateOf('eur', price.toFixed(9));
        // Smaller amounts than ten dollars have fewer significant digits.
        const bound = String(BigInt(digits) * 10n ** BigInt(power));
        fc.pre(Number(boundToUsd(bound, rate)) >= 10);
        expect(boundFromUsd(boundToUsd(bound, rate), rate)).toBe(bound);
        expect(excludedValue('sum', 'min', boundToUsd(bound, rate))).toBeUndefined();
      }),
    );
  });

  test('keeps the value and trims trailing zeros', () => {
    const amounts = fc.record({
      value: fc.bigInt().map(String),
      decimals: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = fullAmountText(amount);
        expect(compareAmounts(amountFromDecimal(text), amount)).toBe(0);
        expect(text).not.toMatch(/\.\d*0$|\.$/);
      }),
    );
    expect(fullAmountText({ value: '1000', decimals: 0 })).toBe('1000');
  });
});

describe('converted amounts', () => {
  const euro: ExchangeRate = {
    currency: 'eur',
    price: amountFromDecimal('1.75'),
    priceUsd: amountFromDecimal('2'),
  };

  test('converted prices keep their digits', () => {
    expect(convertedPrice(amountFromDecimal('0.0000000012'), euro)).toEqual({ value: '1050', decimals: 12 });
    expect(convertedPrice(amountFromDecimal('3'), euro)).toEqual({ value: '263', decimals: 2 });
  });

  test('amounts stay in USD without a rate', () => {
    const usd = amountFromDecimal('13200000');
    expect(convertedPrice(usd, null)).toBe(usd);
    expect(convertedSum(usd, undefined)).toBe(usd);
    expect(convertedSum(undefined, euro)).toBeUndefined();
  });

  test('sums name their unit', () => {
    const usd = amountFromDecimal('13200000');
    expect(convertedSumText(usd, null)).toBe('$13.2M');
    expect(convertedSumText(usd, euro)).toBe('11.6M EUR');
  });
});

describe('currencies', () => {
  test('every currency has a unique name and a symbol', () => {
    const names = currencyNames();
    expect(names.map(({ code }) => code)).toEqual(currencies);
    expect(new Set(names.map(({ name }) => name)).size).toBe(currencies.length);
    for (const { code, name, symbol } of names) {
      expect(name.toLowerCase()).not.toBe(code);
      expect(symbol.trim()).not.toBe('');
    }
  });

  test.each([
    ['usd', { code: 'usd', name: 'US Dollar', symbol: '$' }],
    ['eur', { code: 'eur', name: 'Euro', symbol: '€' }],
    ['rub', { code: 'rub', name: 'Russian Ruble', symbol: '₽' }],
    ['ton', { code: 'ton', name: 'Gram', symbol: 'GRAM', fullName: 'Gram (formerly Toncoin, TON)' }],
  ] as const)('%s', (code, name) => {
    expect(currencyName(code)).toEqual(name);
  });

  test.each([
    ['us', 'usd'],
    ['euro', 'eur'],
    ['lira', 'try'],
    ['₽', 'rub'],
    [' TON ', 'ton'],
    ['gram', 'ton'],
    ['toncoin', 'ton'],
    ['swiss fr', 'chf'],
  ])('%j finds %s first', (text, code) => {
    expect(findCurrencies(text)[0]?.code).toBe(code);
  });

  test('an empty text finds all currencies, an unknown text none', () => {
    expect(findCurrencies('').map(({ code }) => code)).toEqual(currencies);
    expect(findCurrencies('doubloon')).toEqual([]);
  });
});

describe('moves', () => {
  /** Trades by period, as those of a jetton whose last trade was five hours ago. */
  const counts: { readonly [Period in CountPeriod]?: string } = { hour: '0', hour6: '3', day: '3' };

  test.each<[PricePeriod, string | undefined]>([
    ['min15', 'no trades in 1h'],
    ['hour', 'no trades in 1h'],
    ['hour6', undefined],
    ['hour12', undefined],
    ['day', undefined],
    // Unknown.
    ['week', undefined],
  ])('a change over %s is a move, unless there were no trades: %s', (period, text) => {
    expect(untradedText(period, undefined, (counted) => counts[counted])).toBe(text);
  });

  test('moves say whether there were trades', () => {
    const moves = { hour: { percent: 1 } };
    const neverCounted = () => '0';
    expect(untradedText('hour', moves, neverCounted)).toBeUndefined();
    expect(untradedText('min15', moves, neverCounted)).toBe('no trades in 15m');
  });

  test.each([
    [250, '+250%', '5h'],
    [-31.44, '\u221231.4%', '5h'],
    [1234, '+1,234%', '5h'],
    [12345, '+12,345%', '*'],
  ])('a change of %d%% since the first trade is %s with its age, if it fits', (percent, text, mark) => {
    const now = new Date('2026-01-29T07:50:00Z');
    expect(changeSinceFirstTrade(percent, '2026-01-29T02:50:00Z', now, 9)).toMatchObject({
      text,
      mark,
      full: `${percent}% since the first trade 5 h ago, 2026-01-29 02:50:00 UTC`,
    });
  });
});

describe('native coin', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test.each([
    ['GRAM', 'gram'],
    ['A B', 'ab'],
    ['$T-1', 't1'],
  ])('the key of the unit %s is %s', async (symbol, key) => {
    vi.stubGlobal('document', { querySelector: () => ({ content: symbol, dataset: { name: 'Coin' } }) });
    vi.resetModules();
    const { unitKey } = await import('./native-coin.ts');
    expect(unitKey('ton')).toBe(key);
    expect(unitKey('eur')).toBe('eur');
  });
});

describe('price spread', () => {
  function priced({ ton, usd }: { ton?: string; usd?: string }) {
    return {
      price: {
        ...(ton !== undefined && { ton: amountFromDecimal(ton) }),
        ...(usd !== undefined && { usd: amountFromDecimal(usd) }),
      },
    };
  }

  test.each([
    [{ ton: '1.02' }, { ton: '1' }, 2],
    [{ ton: '0.000000000098' }, { ton: '0.0000000001' }, -2],
    [{ ton: '3', usd: '1' }, { ton: '3', usd: '9' }, 0],
    [{ usd: '1.5' }, { ton: '2', usd: '1' }, 50],
    [{ ton: '1' }, { usd: '1' }, undefined],
    [{}, { usd: '1' }, undefined],
    [{ ton: '1' }, { ton: '0' }, undefined],
  ])('the spread between %j and %j is %d percent', (price, reference, percent) => {
    expect(priceSpread(priced(price), priced(reference))).toBe(percent);
  });
});

describe('times', () => {
  test.each<[string, string | undefined]>([
    ['30m', '1800'],
    ['12h', '43200'],
    ['1.5d', '129600'],
    ['1,5d', '129600'],
    ['1,500s', undefined],
    [' 2W ', '1209600'],
    ['7 d', '604800'],
    ['0s', '0'],
    ['5', undefined],
    ['d', undefined],
    ['-1d', undefined],
    ['1e3d', undefined],
    ['1d12h', undefined],
    ['', undefined],
  ])('%s is %s seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test('formatting is the inverse of parsing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (seconds) => {
        expect(parseDuration(formatDuration(String(seconds)))).toBe(String(seconds));
      }),
    );
    expect(formatDuration('86399.999')).toBe('86399.999s');
    expect(['604800', '86400', '90000', '5400', '90'].map(formatDuration)).toEqual([
      '7d',
      '1d',
      '25h',
      '90m',
      '90s',
    ]);
  });

  test.each([
    ['0', '0s'],
    ['59.9', '59s'],
    ['90061', '1d 1h'],
    ['86459', '1d'],
    ['-5', '0s'],
  ])('%s seconds are about %s', (seconds, text) => {
    expect(formatApproximateDuration(seconds)).toBe(text);
  });
});
