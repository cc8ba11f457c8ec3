import { createPersistedStore } from '#web/kit/device/persisted-store.ts';
import {
  type PaperTrade,
  type PoolSides,
  paperTradeKey,
  parseTrade,
  parseTrades,
  writeTrade,
} from './paper-trades.ts';

export const MAX_PAPER_TRADES = 200;
export const JOURNAL_FULL = `At most ${MAX_PAPER_TRADES} trades on paper: remove some first.`;

/** The trades on paper of this device in the order in which they were placed, as texts of `writeTrade`. */
export const usePaperJournal = createPersistedStore<{ readonly trades: readonly string[] }>(
  'jetscope.paper',
  (stored) => {
    const texts = typeof stored === 'object' && stored !== null && 'trades' in stored ? stored.trades : [];
    const trades = (Array.isArray(texts) ? texts : []).flatMap((text) =>
      typeof text === 'string' ? (parseTrade(text) ?? []) : [],
    );
    const unique = new Map(trades.map((trade) => [paperTradeKey(trade), writeTrade(trade)]));
    return { trades: [...unique.values()].slice(-MAX_PAPER_TRADES) };
  },
);

/** Adds trades that the journal does not have. Returns whether all fit. */
export function addPaperTrades(more: readonly PaperTrade[]): boolean {
  const { trades } = usePaperJournal.getState();
  const keys = new Set(parseTrades(trades).map(paperTradeKey));
  const added = more.filter((trade) => !keys.has(paperTradeKey(trade)));
  const fitting = added.slice(0, MAX_PAPER_TRADES - trades.length);
  usePaperJournal.setState({ trades: [...trades, ...fitting.map(writeTrade)] });
  return fitting.length === added.length;
}

export function removePaperTrade(removed: string): void {
  usePaperJournal.setState(({ trades }) => ({
    trades: parseTrades(trades)
      .filter((trade) => paperTradeKey(trade) !== removed)
      .map(writeTrade),
  }));
}

/** Adds a removed trade again, at its former position and as far as there is room. */
export function restorePaperTrade(removed: PaperTrade, index: number): void {
  usePaperJournal.setState(({ trades }) => {
    const keys = parseTrades(trades).map(paperTradeKey);
    if (trades.length >= MAX_PAPER_TRADES || keys.includes(paperTradeKey(removed))) return {};
    return { trades: trades.toSpliced(index, 0, writeTrade(removed)) };
  });
}

/** Stores what pools held when orders were executed, by keys of trades. Those that are already known stay. */
export function storePaperReserves(found: ReadonlyMap<string, PoolSides>): void {
  usePaperJournal.setState(({ trades }) => ({
    trades: parseTrades(trades).map((trade) =>
      writeTrade({ ...trade, reserves: trade.reserves ?? found.get(paperTradeKey(trade)) }),
    ),
  }));
}
