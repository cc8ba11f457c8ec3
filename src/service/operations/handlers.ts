import type { OperationName, ServedOperations } from '#contract/served-operations.ts';
import type { Handler } from '#service/config/context.ts';
import {
  getJettonStatistics,
  getJettonStatisticsList,
  getPriceChangeList,
  getTradingVolumeChangeList,
  getTransactionsNumberChangeList,
} from './activity.ts';
import { getJettonMarketCandles } from './candles.ts';
import { getExchanges, getExchangeVolume } from './exchanges.ts';
import { getJettonHolders, getJettonHoldersHistory, getJettonLiquidity, getJettonPrice } from './jetton.ts';
import { getJetton, getJettons } from './jettons.ts';
import {
  getJettonMarketLiquidity,
  getJettonMarketReserves,
  getJettonMarketStatistics,
  getJettonMarkets,
} from './markets.ts';
import { getNewPools } from './new-pools.ts';
import { getJettonPriceChart } from './price-chart.ts';
import { getJettonMarketPriceHistory, getJettonPriceHistory } from './price-history.ts';
import { search } from './search.ts';
import { getJettonTopHolders } from './top-holders.ts';
import { getJettonTraders } from './traders.ts';
import { getJettonTradingIntegrity } from './trading-integrity.ts';
import { getJettonTransactions, getTraderTransactions } from './transactions.ts';
import { getJettonTrustScore, getJettonTrustScoreList } from './trust-scores.ts';
import { getJettonMetrics, getJettonMetricsList } from './valuation.ts';
import { getJettonMarketVolumeProfile } from './volume-profile.ts';

/** The handlers of all operations. */
export const handlers: { readonly [Name in OperationName]: Handler<ServedOperations[Name]> } = {
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
  getJettonsByQuery: getJettons,
  getJetton,
  getJettonTrustScore,
  getJettonMetrics,
  getJettonStatistics,
  getJettonLiquidity,
  getJettonHoldersHistory,
  getJettonTopHolders,
  getJettonPriceHistory,
  getJettonPriceChart,
  getJettonMarketCandles,
  getJettonMarketVolumeProfile,
  getJettonTransactions,
  getJettonMarketTransactions: getJettonTransactions,
  getJettonMarketReserves,
  getExchanges,
  getExchangeVolume,
  getTraderTransactions,
  getJettonTraders,
  getJettonTradingIntegrity,
  getNewPools,
  search,
  ping: async () => ({}),
};
