import type { OperationName, Operations } from '#contract/operations.ts';
import type { Handler } from '#service/config/context.ts';
import {
  getJettonStatisticsList,
  getPriceChangeList,
  getTradingVolumeChangeList,
  getTransactionsNumberChangeList,
} from './activity.ts';
import { getJettonHolders, getJettonPrice } from './jetton.ts';
import { getJettons } from './jettons.ts';
import { getJettonMarketLiquidity, getJettonMarketStatistics, getJettonMarkets } from './markets.ts';
import { getJettonMarketPriceHistory } from './price-history.ts';
import { getJettonTrustScoreList } from './trust-scores.ts';
import { getJettonMetricsList } from './valuation.ts';

/** The handlers of all operations. */
export const handlers: { readonly [Name in OperationName]: Handler<Operations[Name]> } = {
  getJettons,
  getJettonTrustScoreList,
  getJettonMetricsList,
  getJettonStatisticsList,
  getJettonStatisticsListByQuery: getJettonStatisticsList,
  getPriceChangeList,
  getTransactionsNumberChangeList,
  getTransactionsNumberChangeListByQuery: getTransactionsNumberChangeList,
  getTradingVolumeChangeList,
  getJettonPrice,
  getJettonHolders,
  getJettonMarkets,
  getJettonMarketLiquidity,
  getJettonMarketStatistics,
  getJettonMarketPriceHistory,
};
