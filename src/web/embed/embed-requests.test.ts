import { expect, test } from 'vitest';
import { getJettonMarketCandles } from '#contract/candles.ts';
import { operations } from '#contract/operations.ts';
import { toRequest } from '#contract/request-encoding.ts';
import * as contract from '#contract/status.ts';
import { candlesPath, LIST_PATH, marketsPath, STATUS_PATH, ticksPath } from './embed-requests.ts';

test('the paths match those of the service', () => {
  expect(STATUS_PATH).toBe(contract.STATUS_PATH);
  const [address, poolAddress] = [`0:${'1'.repeat(64)}`, `-1:${'2'.repeat(64)}`];
  expect(LIST_PATH).toBe(toRequest(operations.getJettons, {}).url);
  expect(marketsPath(address)).toBe(toRequest(operations.getJettonMarkets, { address }).url);
  expect(ticksPath(address, poolAddress)).toBe(
    toRequest(operations.getJettonMarketPriceHistory, { address, poolAddress }).url,
  );
  expect(candlesPath(address, poolAddress)).toBe(
    toRequest(getJettonMarketCandles, { address, poolAddress }).url,
  );
});
