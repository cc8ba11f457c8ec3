import { beforeAll, expect, test } from 'vitest';
import { TON_ADDRESS } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import type { ServiceContext } from '#service/config/context.ts';
import type { Multiplier } from '#service/market/batch.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, importFiles } from '#testing/datasets/dataset-folder.ts';
import { addressOf, jettons, jsonLines, smallDataset } from '#testing/datasets/small-dataset.ts';
import { serviceOf } from '#testing/service/http-app.ts';
import { describeOnOneStore } from '#testing/stores/describe-on-each-store.ts';
import { ingest } from '#testing/stores/ingest.ts';
import { getJetton } from './jettons.ts';
import { getJettonMarkets } from './markets.ts';
import { queryPageSummary } from './page-summary.ts';
import { getJettonMarketPriceHistory } from './price-history.ts';

const caller = { baseUrl: 'https://jetscope.example' };
const [address, poolAddress] = [addressOf('a'), addressOf('c')];
const [first, second] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-06-02T00:00:00Z')];

/** In base units, of which 2,000,000 were bought for 1 GRAM. */
const SUPPLY = '3000001';

// The responses of generated markets with multipliers are compared with the oracle in `src/testing/statistics.test.ts`.
describeOnOneStore('multipliers', (openEmptyStore) => {
  let store: Store;
  let service: ServiceContext;
  beforeAll(async () => {
    store = await openEmptyStore();
    const [alpha, ...others] = jettons;
    const supplied = { ...alpha, totalSupply: SUPPLY, circulatingSupply: SUPPLY };
    const files = smallDataset({ 'jettons.json': jsonLines([supplied, ...others]) });
    await importFiles(store, files, { stables: [] });
    service = serviceOf({ AS_OF: importClock.toISOString() }, store);
  });

  const claim = (source: string, multiplier: Multiplier, at: Date) =>
    ingest(store, importClock, { claims: { at, records: [{ address, source, multiplier }] } });
  const times = (numerator: bigint, denominator = 1n) => ({ numerator, denominator });

  async function served() {
    const { details } = await getJetton(service, { address }, caller);
    const { multiplier, totalSupply, circulatingSupply, price } = details;
    return { multiplier, totalSupply, circulatingSupply, price };
  }

  test.each<[string, () => Promise<unknown>, object | undefined, string, Amount]>([
    ['none', async () => undefined, undefined, SUPPLY, { value: '500000000', decimals: 9 }],
    [
      'a first one',
      () => claim('stonfi', times(10n), first),
      { numerator: '10', denominator: '1', source: 'stonfi', since: first.toISOString() },
      '30000010',
      { value: '500000000', decimals: 10 },
    ],
    [
      'another source that states the same later',
      () => claim('tonapi', times(10n), second),
      { numerator: '10', denominator: '1', source: 'tonapi', since: second.toISOString() },
      '30000010',
      { value: '500000000', decimals: 10 },
    ],
    [
      'a change, which the source notices first',
      () => claim('stonfi', times(3n, 2n), new Date('2026-06-03T00:00:00Z')),
      { numerator: '3', denominator: '2', source: 'stonfi', since: '2026-06-03T00:00:00.000Z' },
      // Half up: 4500001.5.
      '4500002',
      { value: '333333333', decimals: 9 },
    ],
    [
      'a source that no longer knows it, while another does',
      () => claim('stonfi', 'unknown', new Date('2026-06-04T00:00:00Z')),
      { numerator: '10', denominator: '1', source: 'tonapi', since: second.toISOString() },
      '30000010',
      { value: '500000000', decimals: 10 },
    ],
    [
      'one beyond what prices support, and an unknown one',
      () => claim('tonapi', times(10n ** 10n), new Date('2026-06-05T00:00:00Z')),
      { source: 'tonapi', since: '2026-06-05T00:00:00.000Z' },
      SUPPLY,
      { value: '500000000', decimals: 9 },
    ],
    [
      'the largest one',
      () => claim('tonapi', times(10n ** 9n), new Date('2026-06-06T00:00:00Z')),
      { numerator: '1000000000', denominator: '1', source: 'tonapi', since: '2026-06-06T00:00:00.000Z' },
      '3000001000000000',
      { value: '500000000', decimals: 18 },
    ],
  ])('%s', async (_, state, multiplier, supply, price) => {
    await state();
    expect(await served()).toEqual({ multiplier, totalSupply: supply, circulatingSupply: supply, price });
  });

  test('apply to the prices of earlier swaps, and to pages', async () => {
    await claim('stonfi', times(4n), new Date('2026-06-07T00:00:00Z'));
    const quarter = { value: '125000000', decimals: 9 };
    const { items } = await getJettonMarketPriceHistory(service, { address, poolAddress, limit: 20 });
    expect(items.map(({ value }) => value.counterpart)).toEqual([quarter]);
    const { markets } = await getJettonMarkets(service, { address, limit: 20 }, caller);
    expect(markets.find((market) => market.counterpart === TON_ADDRESS)?.price).toMatchObject({
      counterpart: quarter,
      ton: quarter,
    });
    expect(await queryPageSummary(store.db, 'GRAM', address)).toMatchObject({ priceTon: '0.125000000' });
    expect(await queryPageSummary(store.db, 'GRAM', address, poolAddress)).toMatchObject({
      priceTon: '0.125000000',
      priceCounterpart: '0.125000000',
    });
  });

  test('do not apply to stablecoins, which are worth 1 USD per unit of the contract', async () => {
    await store.db.execute(`update jetton set stable = true where address = '${address}'`);
    expect(await served()).toMatchObject({ multiplier: undefined, totalSupply: SUPPLY });
  });
});
