import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { REVOKED_ADMIN, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { jetton as jettonSchema } from '#contract/jetton.ts';
import { jettonListFilter } from '#contract/jetton-filter.ts';
import type { ServiceContext } from '#service/config/context.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jsonLines, smallDataset } from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnEachStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { getJetton, getJettons } from './jettons.ts';

const caller = { baseUrl: 'https://jetscope.example' };
const [owned, unknown, revoked, ownerless, offChain] = ['a', 'b', 'c', 'd', 'e'].map(addressOf);
const admin = addressOf('f');

describeOnEachStore('admins', (openEmptyStore) => {
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
