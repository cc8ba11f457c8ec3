import fc from 'fast-check';
import type { InternalHorzScaleItem, Mutable, TickMarkWeightValue, TimeScalePoint } from 'lightweight-charts';
import { describe, expect, test } from 'vitest';
import { intervalStart } from '#contract/interval-start.ts';
import { type FixedInterval, intervalSeconds } from '#web/chart/bars/intervals.ts';
import { daySpan } from '#web/chart/requested-range.ts';
import { TimeAxis } from './time-axis.ts';
import { durationText, timeLabels } from './time-labels.ts';

describe('time axis', () => {
  /** Any time zone, and a time since 2000. */
  const zonesAndTimes = fc.record({
    zone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    time: fc.date({ min: new Date('2000-01-01'), max: new Date('2037-01-01'), noInvalidDate: true }),
  });

  /** Returns the result of a function that is called in a time zone. */
  function inZone<Result>(zone: string, call: () => Result): Result {
    const { TZ } = process.env;
    process.env.TZ = zone;
    try {
      return call();
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  }

  const DAY = 86_400;

  /** Returns the start and end of three days, in seconds. Local clocks change on the second one if they do within a year. */
  function daysAroundClockChange(time: Date): readonly [number, number] {
    const start = Math.floor(time.getTime() / 1000);
    const offset = (day: number) => new Date((start + day * DAY) * 1000).getTimezoneOffset();
    const changed = Array.from({ length: 366 }, (_, day) => day).find(
      (day) => offset(day + 1) !== offset(day),
    );
    const from = start + ((changed ?? 1) - 1) * DAY;
    return [from, from + 3 * DAY];
  }

  test('labels follow the device to another time zone', () => {
    const labelIn = (zone: string) => inZone(zone, () => timeLabels('local', '1h').zoned(1_769_673_600));
    expect(labelIn('Europe/Berlin')).toBe('2026-01-29 09:00:00 UTC+01:00');
    expect(labelIn('Asia/Tokyo')).toBe('2026-01-29 17:00:00 UTC+09:00');
    expect(labelIn('Africa/Lagos')).toBe('2026-01-29 09:00:00 UTC+01:00');
  });

  test('labels without a language are those of British English', () => {
    const formats = {
      year: { year: 'numeric' },
      month: { month: 'short' },
      day: { day: 'numeric', month: 'short' },
      minute: { timeStyle: 'short' },
      second: { timeStyle: 'medium' },
    } as const;
    const labels = ['year', 'month', 'day', 'minute', 'second'] as const;
    fc.assert(
      fc.property(zonesAndTimes, fc.constantFrom(...labels), ({ zone, time }, label) => {
        const text = inZone(zone, () => timeLabels('local', '1h').axis(time.getTime() / 1000, label));
        const expected = new Intl.DateTimeFormat('en-GB', { ...formats[label], timeZone: zone }).format(time);
        expect(text).toBe(expected.replace('Sept', 'Sep'));
      }),
    );
  });

  let count = 0;

  /** Labels are cached for the zone of the process, which the tests change: a new language has no cached labels. */
  function labelsOf(interval: FixedInterval) {
    count += 1;
    return timeLabels('local', interval, `sv-SE-x-${count}`);
  }

  /** Returns the bars of three days with their marks on the axis. The clock changes on the second one, if it ever does. */
  function markedBars(start: Date, interval: FixedInterval) {
    const axis = new TimeAxis();
    axis.labels = labelsOf(interval);
    const length = intervalSeconds[interval];
    const [from, to] = daysAroundClockChange(start).map((second) => intervalStart(second, length));
    const bars = Array.from(
      { length: ((to ?? 0) - (from ?? 0)) / length },
      (_, index) => (from ?? 0) + index * length,
    );
    const points = bars.map(
      (second): Mutable<TimeScalePoint> => ({
        time: second as unknown as InternalHorzScaleItem,
        originalTime: second,
        timeWeight: 0 as TickMarkWeightValue,
      }),
    );
    // The library calls it again with newer bars.
    const half = points.length >> 1;
    axis.fillWeightsForPoints(points.slice(0, half), 0);
    axis.fillWeightsForPoints(points, half);
    return points.slice(1).map(({ time, timeWeight }, index) => ({
      second: bars[index + 1] ?? 0,
      previous: bars[index] ?? 0,
      weight: Number(timeWeight),
      label: axis.formatTickmark({ time, weight: timeWeight }),
    }));
  }

  /** Returns the calendar of a zone, which does not depend on that of the process. */
  function calendar(timeZone: string) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return (second: number) => {
      const [date = '', time = ''] = format.format(second * 1000).split(' ');
      return { date, time, hour: Number(time.slice(0, 2)), minute: Number(time.slice(3, 5)) };
    };
  }

  const isTime = (label: string) => label.includes(':');

  test.each(['5m', '15m', '1h', '4h'] as const)('%s: days stand where they begin in the zone', (interval) => {
    fc.assert(
      fc.property(zonesAndTimes, ({ zone, time }) => {
        const at = calendar(zone);
        const bars = inZone(zone, () => markedBars(time, interval));
        for (const { second, previous, label } of bars) {
          const [now, before] = [at(second), at(previous)];
          expect(isTime(label)).toBe(now.date <= before.date);
          expect(now.time.startsWith(label)).toBe(isTime(label));
          // Every zone's midnight is a multiple of 15 minutes.
          const isExact = interval === '5m' || interval === '15m';
          expect(isTime(label) || !isExact || at(second - 1).date < now.date).toBe(true);
        }
      }),
    );
  });

  /** The rank of a mark within a day: noon before 6 and 18, then 3, …, other hours, half hours, and the rest. */
  function rankOf({ hour, minute }: { readonly hour: number; readonly minute: number }): number {
    if (minute !== 0) return minute === 30 ? 1 : 0;
    return 2 + [3, 6, 12].filter((step) => hour % step === 0).length;
  }

  test('hours stand where they begin in the zone', () => {
    fc.assert(
      fc.property(zonesAndTimes, ({ zone, time }) => {
        const at = calendar(zone);
        const bars = inZone(zone, () => markedBars(time, '15m'));
        const ranks = new Map<number, number>();
        for (const { second, previous, weight, label } of bars) {
          const [now, before] = [at(second), at(previous)];
          const minutes = (now.hour - before.hour) * 60 + now.minute - before.minute;
          if (!isTime(label) || minutes !== 15) continue;
          const rank = ranks.get(weight) ?? rankOf(now);
          expect(rankOf(now)).toBe(rank);
          ranks.set(weight, rank);
        }
        const byWeight = [...ranks].sort(([a], [b]) => a - b).map(([, rank]) => rank);
        expect(byWeight).toEqual([0, 1, 2, 3, 4, 5]);
      }),
    );
  });

  test('daily and weekly bars carry their UTC dates', () => {
    fc.assert(
      fc.property(zonesAndTimes, fc.constantFrom('1d', '1w'), ({ zone, time }, interval) => {
        const second = intervalStart(time.getTime() / 1000, intervalSeconds[interval]);
        const text = inZone(zone, () => labelsOf(interval).dateTime(second));
        expect(text).toBe(new Date(second * 1000).toISOString().slice(0, 10));
        const months = inZone(zone, () => markedBars(time, '1d')).filter(({ label }) => !/\d /.test(label));
        for (const month of months) expect(new Date(month.second * 1000).getUTCDate()).toBe(1);
      }),
    );
  });

  test('bars of a repeated hour have different texts, and only they contain the offset', () => {
    fc.assert(
      fc.property(zonesAndTimes, ({ zone, time }) => {
        const at = calendar(zone);
        const texts = inZone(zone, () => {
          const { dateTime } = labelsOf('15m');
          return markedBars(time, '15m').map(({ second }) => [second, dateTime(second)] as const);
        });
        expect(new Set(texts.map(([, text]) => text)).size).toBe(texts.length);
        const shown = texts.map(([second]) => Object.values(at(second)).slice(0, 2).join(' '));
        for (const [index, [, text]] of texts.entries()) {
          const own = shown[index] ?? '';
          const isRepeated = shown.filter((other) => other === own).length > 1;
          expect(text).toMatch(isRepeated ? /^\d{4}-\d\d-\d\d \d\d:\d\d:00 UTC([+−]\d\d:\d\d)?$/ : /:00$/);
          expect(text.startsWith(own)).toBe(true);
        }
      }),
    );
  });

  test('a local day lasts from its beginning to that of the next one', () => {
    fc.assert(
      fc.property(zonesAndTimes, ({ zone, time }) => {
        const at = calendar(zone);
        const [start, end] = inZone(zone, () => daysAroundClockChange(time));
        for (let second = start; second < end; second += 43_200) {
          const { date } = at(second);
          const span = inZone(zone, () => daySpan(date, 'local'));
          expect([at(span?.from ?? 0).date, at((span?.to ?? 0) - 1).date]).toEqual([date, date]);
          expect(at((span?.from ?? 0) - 1).date < date && date < at(span?.to ?? 0).date).toBe(true);
        }
      }),
    );
  });
});

describe('time labels', () => {
  test.each([
    [0, '0 s'],
    [0.4, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [723, '12 min 3 s'],
    [3_600, '1 h'],
    [190_800, '2 d 5 h'],
    [172_830, '2 d'],
  ])('formats %d seconds as %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
