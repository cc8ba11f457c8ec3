import type { PageSummary } from '#service/operations/page-summary.ts';

/** Summary of a verified jetton, with `changes` applied. */
export function examplePageSummary(changes: Partial<PageSummary> = {}): PageSummary {
  return {
    name: 'Notcoin',
    symbol: 'NOT',
    verification: 'JVS_VERIFIED',
    modifiedContract: false,
    priceUsd: '0.001842000',
    priceTon: '0.000680000',
    priceCounterpart: '0.000680000',
    liquidityUsd: '8123456.000000',
    changeDay: -3.1,
    isTradedInDay: true,
    holdersCount: '2865084',
    calculatedAt: '2026-01-29T07:50:00Z',
    poolAddress: `0:${'c'.repeat(64)}`,
    exchange: 'stonfi',
    counterpart: 'GRAM',
    isCounterpartNative: true,
    ...changes,
  };
}
