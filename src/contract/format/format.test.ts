import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlertRule, LevelRule } from '#contract/alerts.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { coinNames, defaultNativeCoin, fullCoinName } from '#contract/native-coin.ts';
import { alertText, firingText } from './alert-text.ts';
import { csvRow } from './csv.ts';
import {
  countNoun,
  formatChange,
  formatCompactAmount,
  formatCount,
  formatDecimal,
  formatPrice,
  magnitude,
  toSignificantDigits,
} from './format-numbers.ts';
import { formatAge, formatDateTime, formatDateTimeWithSeconds, formatSnapshot } from './format-time.ts';
import { exchangeName, poolTypeName } from './market-names.ts';

describe('format numbers', () => {
  test.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['2649800', '2,649,800'],
    ['-1234567', '\u22121,234,567'],
    ['9223372036854775807', '9,223,372,036,854,775,807'],
  ])('formats the count %s as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  test.each([
    [0, '0 swaps'],
    [1, '1 swap'],
    [2_000, '2,000 swaps'],
  ])('counts %d with its noun', (count, text) => {
    expect(countNoun(count, 'swap')).toBe(text);
  });

  test.each([
    [0.4231, '+0.42', 'up'],
    [-3.1, '\u22123.10', 'down'],
    [12.34, '+12.3', 'up'],
    [-100, '\u2212100', 'down'],
    [677.4, '+677', 'up'],
    [12_500, '+12,500', 'up'],
    [0, '0.00', 'flat'],
    [-0.001, '0.00', 'flat'],
    [9.999, '+10.0', 'up'],
    [999_999.4, '+999,999', 'up'],
    [999_999.5, '>+999,999', 'up'],
    [1e21, '>+999,999', 'up'],
    [-1e21, '<\u2212999,999', 'down'],
  ])('formats the change %d as %s', (percent, text, direction) => {
    expect(formatChange(percent)).toEqual({ text, direction });
  });

  test('the sign of a change matches its direction', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (percent) => {
        const { direction, text } = formatChange(percent);
        const sign = { up: '+', down: '\u2212', flat: '0' }[direction];
        expect(text.replace(/^[<>]/, '').startsWith(sign)).toBe(true);
        expect(direction === 'up' && percent < 0).toBe(false);
        expect(direction === 'down' && percent > 0).toBe(false);
      }),
    );
  });

  describe('formatPrice', () => {
    const format = (price: string, count?: number) => {
      const { head, zeros, tail } = formatPrice(amountFromDecimal(price), count);
      return zeros === undefined ? head : `${head}[${zeros}]${tail}`;
    };

    test.each([
      ['0', '0'],
      ['0.000000000', '0'],
      ['1', '1.000'],
      ['1.506300000', '1.506'],
      ['0.663878185', '0.6639'],
      ['0.0663878185', '0.06639'],
      ['0.001842', '0.001842'],
      ['0.00051240', '0.0005124'],
      ['0.0000512', '0.0[4]512'],
      ['0.00000123', '0.0[5]123'],
      ['0.000999999', '0.001'],
      ['0.0099999', '0.01000'],
      ['250.04', '250.0'],
      ['9999.6', '10,000'],
      ['67891.2', '67,891'],
      ['123456789.5', '123,456,790'],
      ['-0.00000123', '\u22120.0[5]123'],
      ['-12.5', '\u221212.50'],
    ])('formats %s as %s', (price, text) => {
      expect(format(price)).toBe(text);
    });

    test('accepts a number of digits', () => {
      expect(format('0.663878185', 6)).toBe('0.663878');
      expect(format('0.0000012345678', 6)).toBe('0.0[5]123457');
    });

    test('rounds by at most half of the fourth significant digit', () => {
      const prices = fc.record({
        value: fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String),
        decimals: fc.integer({ min: 0, max: 40 }),
      });
      fc.assert(
        fc.property(prices, (price) => {
          const { head, zeros = 0, tail = '' } = formatPrice(price);
          const shown = Number(tail ? `0.${'0'.repeat(zeros)}${tail}` : head.replaceAll(',', ''));
          const exact = Number(price.value) / 10 ** price.decimals;
          expect(Math.abs(shown - exact) / exact).toBeLessThanOrEqual(0.000_500_001);
        }),
      );
    });
  });

  describe('formatCompactAmount', () => {
    const format = (decimal: string) => {
      const { digits, unit } = formatCompactAmount(amountFromDecimal(decimal));
      return digits + unit;
    };

    test.each([
      ['0.000000', '0'],
      ['0.004', '<0.01'],
      ['-0.004', '>\u22120.01'],
      ['0.0951', '0.10'],
      ['0.056', '0.06'],
      ['0.999', '1.00'],
      ['1.5', '1.50'],
      ['999.4', '999'],
      ['999.6', '1.00k'],
      ['781852.55', '782k'],
      ['4230000', '4.23M'],
      ['999999999', '1.00B'],
      ['123456789012345', '123T'],
      ['1234567890123456', '1.23e15'],
      ['-4230000', '\u22124.23M'],
    ])('formats %s as %s', (decimal, text) => {
      expect(format(decimal)).toBe(text);
    });

    test('rounds by at most half of the third significant digit', () => {
      const powers: Record<string, number> = { '': 0, k: 3, M: 6, B: 9, T: 12 };
      fc.assert(
        fc.property(fc.bigInt({ min: 100n, max: 10n ** 40n }), (cents) => {
          const { digits, unit } = formatCompactAmount({ value: String(cents), decimals: 2 });
          const shown = Number(digits) * 10 ** (powers[unit] ?? Number(unit.slice(1)));
          const exact = Number(cents) / 100;
          expect(Math.abs(shown - exact) / exact).toBeLessThanOrEqual(0.005_000_1);
          expect(digits.replace('.', '').length).toBe(3);
        }),
      );
    });
  });

  describe('significant digits', () => {
    const amounts = fc.record({
      value: fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }).map(String),
      decimals: fc.integer({ min: 0, max: 60 }),
    });

    /** digits × 10^power, in units of 10^−80. */
    function scaled(digits: string, power: number): bigint {
      return BigInt(digits || '0') * 10n ** BigInt(power + 80);
    }

    test('rounds half up in the last digit', () => {
      fc.assert(
        fc.property(amounts, fc.integer({ min: 1, max: 20 }), (amount, count) => {
          const { negative, digits, point } = toSignificantDigits(amount, count);
          const size = scaled(amount.value.replace('-', ''), -amount.decimals);
          const error = scaled(digits, point - digits.length) - size;
          const half = digits === '' ? 0n : scaled('5', magnitude(amount) - count - 1);
          expect(error <= half && error > -half - BigInt(half === 0n)).toBe(true);
          expect(digits.length).toBe(amount.value === '0' ? 0 : count);
          expect(negative).toBe(amount.value.startsWith('-'));
          expect(digits.startsWith('0')).toBe(false);
        }),
      );
    });

    test.each([
      ['12345', 4, '1,234.5'],
      ['5', -2, '0.005'],
      ['10', 5, '10,000'],
      ['123', 3, '123'],
    ])('formats %s with decimal point %i as %s', (digits, point, text) => {
      expect(formatDecimal({ negative: false, digits, point })).toBe(text);
    });
  });
});

describe('format time', () => {
  const now = new Date('2026-01-29T07:50:00Z');

  test.each([
    ['2026-01-29T07:50:00Z', '0 s'],
    ['2026-01-29T07:49:01Z', '59 s'],
    ['2026-01-29T07:49:00Z', '1 min'],
    ['2026-01-29T07:47:00Z', '3 min'],
    ['2026-01-29T06:50:00Z', '1 h'],
    ['2026-01-29T05:49:00Z', '2 h'],
    ['2026-01-21T04:00:00Z', '8 d'],
    ['2024-01-21T04:00:00Z', '2 y'],
    ['2026-01-29T08:00:00Z', '0 s'],
  ])('formats the age of %s as %s', (time, age) => {
    expect(formatAge(new Date(time), now)).toBe(age);
  });

  test('formats times in UTC', () => {
    expect(formatDateTime(now)).toBe('2026-01-29 07:50');
    expect(formatDateTimeWithSeconds(now)).toBe('2026-01-29 07:50:00');
    expect(formatSnapshot(now)).toBe('29 Jan 2026, 07:50 UTC');
    expect(formatSnapshot(new Date('2026-02-03T00:05:00Z'))).toBe('3 Feb 2026, 00:05 UTC');
  });
});

describe('market names', () => {
  test.each([
    ['stonfi', 'STON.fi'],
    ['dedust', 'DeDust'],
    ['tonco', 'TONCO'],
    ['other\u202E', 'other'],
  ])('the display name of the exchange %s is %s', (id, name) => {
    expect(exchangeName(id)).toBe(name);
  });

  test.each([
    ['constant_product', 'Constant product'],
    ['JTN_MRKT_LINEAR', 'Constant product'],
    ['volatile', 'Constant product'],
    ['JTN_MRKT_STABLE', 'Stable swap'],
    ['stable', 'Stable swap'],
    ['JTN_MRKT_WEIGHTED', 'Weighted'],
    ['JTN_MRKT_WEIGHTED_STABLE', 'Weighted stable'],
    ['JTN_MRKT_UNKNOWN', 'Unknown'],
    ['JTN_MRKT_STABLE_SWAP', 'Stable swap'],
    ['weighted\u200B', 'Weighted'],
    ['CLMM', 'CLMM'],
    ['', ''],
  ])('the display name of the pool type %j is %j', (type, name) => {
    expect(poolTypeName(type)).toBe(name);
  });
});

describe('csv', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ['-3.5', '-3.5'],
    ['-0.00000012', '-0.00000012'],
    ['12', '12'],
    ['$CROW', '$CROW'],
    ['a;=1;b', "a;'=1;b"],
    ['=1; +2;-3', "'=1;' +2;'-3"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('%s', (cell, written) => {
    expect(csvRow([cell])).toBe(`${written}\r\n`);
  });

  test('undefined cells are empty', () => {
    expect(csvRow(['a', undefined, 'b'])).toBe('a,,b\r\n');
  });

  test('cells are preserved except for apostrophes, and none is a formula', () => {
    const withoutApostrophes = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("'", ''));
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), (cells) => {
        const [parsed]: string[][] = parse(csvRow(cells), { relax_column_count: true });
        expect(withoutApostrophes(parsed ?? [])).toEqual(withoutApostrophes(cells));
        for (const cell of parsed ?? []) expect(cell).not.toMatch(/(^|;)[=+@]|;-|^-(?!\d+(\.\d+)?$)/);
      }),
    );
  });
});

describe('names of the native coin', () => {
  test('the coin has its current and its former names', () => {
    expect(coinNames(defaultNativeCoin)).toEqual(['GRAM', 'Gram', 'TON', 'Toncoin']);
    expect(coinNames({ name: 'Other', symbol: 'TON' })).toEqual(['TON', 'Other', 'GRAM', 'Gram', 'Toncoin']);
  });

  test.each([
    [defaultNativeCoin, 'Gram (formerly Toncoin, TON)'],
    [{ name: 'Other', symbol: 'OTH' }, 'Other (formerly Toncoin, TON)'],
    [{ name: 'Toncoin', symbol: 'TON' }, 'Toncoin'],
  ])('the full name of %j is %j', (coin, name) => {
    expect(fullCoinName(coin)).toBe(name);
  });
});

describe('alerts', () => {
  const beta = { address: `0:${'b'.repeat(64)}`, symbol: 'BETA' } as const;
  const price = (value: number): LevelRule => ({ type: 'price', ...beta, side: 'above', value });
  const exit = (value: number): LevelRule => ({ type: 'exit10k', ...beta, side: 'above', value });
  const change = (value: number): LevelRule => ({
    type: 'change',
    ...beta,
    side: 'below',
    period: 'hour',
    value,
  });

  test.each([
    [price(1.0001), 'BETA price above 1.0001 USD'],
    [price(0.999_65), 'BETA price above 0.99965 USD'],
    [price(0.999_74), 'BETA price above 0.99974 USD'],
    [price(67_891.25), 'BETA price above 67,891.25 USD'],
    [price(0.000_001_23), 'BETA price above 0.0₅123 USD'],
    [price(1e21), 'BETA price above 1,000,000,000,000,000,000,000 USD'],
    [price(1.5e22), 'BETA price above 15,000,000,000,000,000,000,000 USD'],
    [exit(1.5e22), 'BETA sale of $10k above 1.50e22 USD'],
    [exit(50_000), 'BETA sale of $10k above 50.0k USD'],
    [exit(51_200), 'BETA sale of $10k above 51.2k USD'],
    [exit(0.0012), 'BETA sale of $10k above 0.0012 USD'],
    [exit(9_985), 'BETA sale of $10k above 9,985 USD'],
    [exit(9_993.8), 'BETA sale of $10k above 9,993.8 USD'],
    [change(-10), 'BETA 1h change below −10%'],
    [change(2.125), 'BETA 1h change below +2.125%'],
  ])('%o waits for its exact value', (rule, text) => {
    expect(alertText(rule)).toBe(text);
  });

  test('values that have crossed the threshold differ from it', () => {
    const firing = { time: 0, missing: [] };
    expect(firingText(price(1.0001), { ...firing, value: 1.000_12 })).toBe(
      'BETA price above 1.0001 USD: 1.00012 USD',
    );
    expect(firingText(exit(9_985), { ...firing, value: 9_991.234 })).toBe(
      'BETA sale of $10k above 9,985 USD: 9,991.2 USD',
    );
    expect(firingText(exit(50_000), { ...firing, value: 51_234 })).toBe(
      'BETA sale of $10k above 50.0k USD: 51.2k USD',
    );
  });

  test('alerts on screens state what a jetton does, and which ones have done it', () => {
    const rule = { type: 'screen', name: 'New', query: '', rows: 20, event: 'enters' } as const;
    const leaves: AlertRule = { ...rule, event: 'leaves' };
    expect([rule, leaves].map(alertText)).toEqual([
      'A jetton enters the top 20 of New',
      'A jetton leaves the top 20 of New',
    ]);
    const firing = { time: 0, missing: [], jettons: [beta] };
    expect([rule, leaves].map((one) => firingText(one, firing))).toEqual([
      'BETA entered the top 20 of New',
      'BETA left the top 20 of New',
    ]);
  });

  test('alerts with other values have other texts', () => {
    const value = fc.double({ min: 1e-12, max: 1e30, noNaN: true }).map((n) => Number(n.toPrecision(7)));
    fc.assert(
      fc.property(value, value, (a, b) => {
        fc.pre(a !== b);
        for (const rule of [price, exit, change]) expect(alertText(rule(a))).not.toBe(alertText(rule(b)));
      }),
    );
  });
});
