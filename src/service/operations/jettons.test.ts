import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { REVOKED_ADMIN, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { jetton as jettonSchema } from '#contract/jetton.ts';
import { jettonListFilter } from '#contract/jetton-filter.ts';
import type { WarningKind } from '#contract/jetton-warnings.ts';
import type { ServiceContext } from '#service/config/context.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jsonLines, smallDataset } from '#testing/datasets/small-dataset.ts';
import { calculateEverything } from '#testing/incremental/schedule.ts';
import { readComputedValues } from '#testing/incremental/stored-values.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore, describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { getJetton, getJettons } from './jettons.ts';

describeOnEachStore('admins', (openEmptyStore) => {
  const caller = { baseUrl: 'https://jetscope.example' };
  const [owned, unknown, revoked, ownerless, offChain] = ['a', 'b', 'c', 'd', 'e'].map(addressOf);
  const admin = addressOf('f');

  let store: Store;
  let service: ServiceContext;
  beforeAll(async () => {
    store = await openEmptyStore();
    const jettons = [
      { address: owned, admin: toUserFriendly(admin) },
      { address: unknown, admin: null },
      { address: revoked, admin: '' },
      { address: ownerless, admin: TON_ADDRESS },
      { address: offChain, admin: '', offchainAdmin: admin },
    ];
    await importFiles(store, smallDataset({ 'jettons.json': jsonLines(jettons) }));
    service = serviceOf({ AS_OF: importClock.toISOString() }, store);
  });

  async function served(address = '') {
    const { details } = await getJetton(service, { address }, caller);
    expect(z.safeParse(jettonSchema, details).error).toBeUndefined();
    return details.admin;
  }

  async function listedBy(admins: readonly string[]): Promise<string[]> {
    const { jettons, addressBook } = await getJettons(
      service,
      z.parse(jettonListFilter, { admin: admins }),
      caller,
    );
    expect(Object.keys(addressBook)).not.toContain(REVOKED_ADMIN);
    return jettons.map(({ metadata }) => metadata.address);
  }

  test('that are revoked are served as an empty address, unknown ones not at all', async () => {
    expect(await served(owned)).toEqual({ address: admin });
    expect(await served(unknown)).toBeUndefined();
    expect(await served(revoked)).toEqual({ address: REVOKED_ADMIN });
    expect(await served(ownerless)).toEqual({ address: REVOKED_ADMIN });
    expect(await served(offChain)).toEqual({ address: REVOKED_ADMIN, offchainAddress: admin });
  });

  test('that are revoked match no filter', async () => {
    expect(await listedBy([admin])).toEqual([owned]);
    expect(await listedBy([TON_ADDRESS])).toEqual([]);
    expect(z.safeParse(jettonListFilter, { admin: [REVOKED_ADMIN] }).success).toBe(false);
  });

  test('are revoked by a feed, and stay so while it does not know them', async () => {
    const update = (facts: { readonly admin?: string }) =>
      ingest(store, importClock, { jettonUpdates: [{ address: owned ?? '', ...facts }] });
    expect(await update({ admin: REVOKED_ADMIN })).toMatchObject({ outcome: 'done' });
    expect(await served(owned)).toEqual({ address: REVOKED_ADMIN });
    await update({});
    expect(await served(owned)).toEqual({ address: REVOKED_ADMIN });
    expect(await listedBy([admin])).toEqual([]);
  });
});

describeOnOneStore('warnings of sources', (openEmptyStore) => {
  const caller = { baseUrl: 'https://jetscope.example' };
  const [a, b] = [addressOf('a'), addressOf('b')];
  /** Half of what is unknown about supply and contract (7.5), verification (30) and holders (15). */
  const UNLIMITED_SCORE = 53;

  let store: Store;
  let service: ServiceContext;
  beforeAll(async () => {
    store = await openEmptyStore();
    const verified = { verification: 'JVS_VERIFIED', holdersCount: '100000' };
    const warnings = [{ source: 'indexer', kinds: ['suspicious'] }];
    const jettons = [
      { address: a, decimals: 6, ...verified, warnings },
      { address: b, ...verified },
    ];
    await importFiles(store, smallDataset({ 'jettons.json': jsonLines(jettons) }));
    service = serviceOf({ AS_OF: importClock.toISOString() }, store);
  });

  async function served(address: string) {
    const { details } = await getJetton(service, { address }, caller);
    const { warnings, verification, trustScore } = details;
    return { warnings, verification, trustScore };
  }

  async function addressesWithout(excludeWarned: boolean): Promise<string[]> {
    const { jettons } = await getJettons(service, z.parse(jettonListFilter, { excludeWarned }), caller);
    return jettons.map(({ metadata }) => metadata.address);
  }

  const claim = (address: string, warnings: readonly WarningKind[]) =>
    ingest(store, importClock, {
      claims: { at: importClock, records: [{ address, source: 'stonfi', warnings }] },
    });

  test('are served with imported data, limit the score and leave the verification', async () => {
    expect(await served(a)).toEqual({
      warnings: [{ kind: 'suspicious', source: 'indexer' }],
      verification: 'JVS_VERIFIED',
      trustScore: 40,
    });
    expect(await served(b)).toMatchObject({ warnings: [], trustScore: UNLIMITED_SCORE });
  });

  test('of feeds change the score in the round that stores them', async () => {
    for (const [warnings, trustScore] of [
      [['taxable'], UNLIMITED_SCORE],
      [['honeypot', 'dmca_complaint'], 10],
      [['dmca_complaint'], 40],
      [[], UNLIMITED_SCORE],
    ] as const) {
      expect(await claim(b, warnings)).toMatchObject({ outcome: 'done' });
      expect(await served(b)).toEqual({
        warnings: Array.from<string>(warnings)
          .toSorted()
          .map((kind) => ({ kind, source: 'stonfi' })),
        verification: 'JVS_VERIFIED',
        trustScore,
      });
      const { dataset: _, ...computed } = await readComputedValues(store);
      await calculateEverything(store, importClock);
      const { dataset: __, ...expected } = await readComputedValues(store);
      expect(computed).toEqual(expected);
    }
  });

  test('can be excluded from lists', async () => {
    expect(await addressesWithout(true)).toEqual([b]);
    expect(await addressesWithout(false)).toEqual([a, b]);
    await claim(b, ['taxable']);
    expect(await addressesWithout(true)).toEqual([]);
    await claim(b, []);
  });
});
