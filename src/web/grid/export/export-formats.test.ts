import { expect, test } from 'vitest';
import { valueAt } from '#contract/measures.ts';
import { listedActivity, listedJetton } from '#testing/components/listed-jetton.ts';
import { measureColumns, readMeasure } from '#web/list/measure-texts.ts';
import { fullAmountText } from '#web/money/amounts.ts';
import { formats } from './export-formats.ts';

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
