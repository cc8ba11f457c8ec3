import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { warningKinds } from '#contract/jetton-warnings.ts';
import { rows, type Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, smallDataset } from '#testing/datasets/small-dataset.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import type { JettonClaims } from './batch.ts';

const [a, b, unknown] = [addressOf('a'), addressOf('b'), addressOf('7')];

const arbitraryClaims = fc.record(
  {
    address: fc.constantFrom(a, b, unknown),
    source: fc.constantFrom('stonfi', 'tonapi'),
    warnings: fc.uniqueArray(fc.constantFrom(...warningKinds)),
    multiplier: fc.constantFrom(
      'unknown' as const,
      { numerator: 3n, denominator: 2n },
      { numerator: 2n ** 255n, denominator: 2n ** 256n - 1n },
    ),
  },
  { requiredKeys: ['address', 'source'] },
);

/** Returns what is stored by jetton and source: warnings, and multipliers in the order of their times. */
async function readClaims(store: Store): Promise<Record<string, unknown>> {
  const found = await rows<{ key: string; value: string }>(
    store.db,
    sql`
    select 'warnings ' || j.address || ' ' || source as key, string_agg(kind, ',' order by kind) as value
    from jetton_warning join jetton j on j.id = jetton_id group by 1
    union all
    select 'multipliers ' || j.address || ' ' || source,
      string_agg(coalesce(numerator || '/' || denominator, 'unknown'), ',' order by since)
    from jetton_multiplier join jetton j on j.id = jetton_id group by 1`,
  );
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}

/** The same, from all claims in their order. */
function expectedClaims(batches: readonly (readonly JettonClaims[])[]): Record<string, unknown> {
  const stored = new Map<string, string>();
  for (const claims of batches) {
    const last = new Map(claims.map((claim) => [`${claim.address} ${claim.source}`, claim]));
    for (const [key, { address, warnings, multiplier }] of last) {
      if (address === unknown) continue;
      if (warnings) stored.set(`warnings ${key}`, warnings.toSorted().join(','));
      if (!multiplier) continue;
      const text =
        multiplier === 'unknown' ? multiplier : `${multiplier.numerator}/${multiplier.denominator}`;
      const before = stored.get(`multipliers ${key}`)?.split(',') ?? [];
      if (before.at(-1) !== text) stored.set(`multipliers ${key}`, [...before, text].join(','));
    }
  }
  return Object.fromEntries([...stored].filter(([, value]) => value !== ''));
}

describeOnOneStore('claims of sources', (openEmptyStore) => {
  test('replace earlier claims of the same source, and multipliers keep their history', async () => {
    const store = await openEmptyStore();
    await importFiles(store, smallDataset());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(arbitraryClaims, { maxLength: 6 })), async (batches) => {
        await store.db.execute(sql`truncate jetton_warning, jetton_multiplier`);
        for (const [index, records] of batches.entries()) {
          const at = new Date(importClock.getTime() + index);
          const claims = { at, records };
          await ingest(store, importClock, { claims });
          await ingest(store, importClock, { claims });
        }
        expect(await readClaims(store)).toEqual(expectedClaims(batches));
      }),
      { numRuns: 10 },
    );
  });

  test('never change a verification', async () => {
    const store = await openEmptyStore();
    await importFiles(store, smallDataset());
    const verifications = sql`select address, verification from jetton order by id`;
    const before = await rows(store.db, verifications);
    const records = [{ address: a, source: 'stonfi', warnings: warningKinds }];
    await ingest(store, importClock, { claims: { at: importClock, records } });
    expect(await rows(store.db, verifications)).toEqual(before);
  });
});
