import { expect, test } from 'vitest';
import { jetton, jettonMetrics } from '#contract/jetton.ts';
import { type Measure, measureIds, measureOf } from '#contract/measures.ts';
import { decodeActivity } from './decode-activity.ts';
import { decodeListedJetton } from './decode-jetton.ts';
import { fieldsDecoder } from './decode-record.ts';

const address = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
const samples: Readonly<Record<Measure['kind'], unknown>> = {
  sum: { value: '5', decimals: 2 },
  count: '60',
  percent: -1.5,
  time: '2026-01-29T07:50:00.000Z',
};

/** Returns a record with one value, and what its fields need to be valid. */
function recordWith(path: string, value: unknown): object {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { changePercent: 5, address, [first]: value };
  return { metadata: { address }, [first]: recordWith(rest.join('.'), value) };
}

test.each(measureIds.filter((id) => measureOf(id).source))('%s is read at its path', (id) => {
  const { kind, source } = measureOf(id);
  const decode = (value: unknown) => {
    const record = { metadata: { address }, ...recordWith(source?.path ?? '', value) };
    const decoded: object =
      source?.record === 'jetton' ? (decodeListedJetton(record, []) ?? {}) : decodeActivity(record);
    return new Map(Object.entries(decoded)).get(id);
  };
  const sample = id === 'effectiveTraders' || id === 'trending' ? 41.25 : samples[kind];
  expect(decode(sample)).toEqual(id === 'trustScore' ? 60 : sample);
  for (const invalid of [undefined, null, {}, 'x', true]) expect(decode(invalid)).toBeUndefined();
});

test('the total of a change without a percentage is unknown', () => {
  const day = { current: '5' };
  expect(decodeActivity({ traders: { day } }).traders24h).toBeUndefined();
  expect(decodeActivity({ traders: { day: { ...day, changePercent: 0 } } }).traders24h).toBe('5');
});

test('fields of any other type need a decoder of their own', () => {
  expect(() => fieldsDecoder(jetton, ['verification'])).toThrow('No decoder for verification');
  expect(fieldsDecoder(jettonMetrics, ['fdmc'])(null)).toEqual({ fdmc: undefined });
});
