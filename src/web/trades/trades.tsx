import { type ReactNode, useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { whenNear } from '#web/kit/display/deferred.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import type { TradeListProps } from './trade-list.tsx';
import type { TraderMarkersProps } from './trader-markers.tsx';
import type { TradersProps } from './traders.tsx';
import styles from './trades.module.css';

const TradeList = lazyWithRetry(async () => (await import('./trade-list.tsx')).TradeList);
export const TraderTable = lazyWithRetry(async () => (await import('./traders.tsx')).TraderTable);
const IntegrityFigures = lazyWithRetry(async () => (await import('./traders.tsx')).IntegrityFigures);

export const Holders = lazyWithRetry(async () => (await import('./holders.tsx')).Holders);

const TraderMarkers = lazyWithRetry(async () => (await import('./trader-markers.tsx')).TraderMarkers);

interface SectionProps {
  readonly title: string;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A section whose code and data are loaded when it comes near the window. */
function LazySection({ title, id, children }: SectionProps) {
  const [isNear, setIsNear] = useState(false);
  const observe = (element: Element | null) => {
    if (!element || isNear) return;
    return whenNear(element, () => setIsNear(true));
  };
  return (
    <section
      className={styles.section}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={title}
      data-unloaded={isNear ? undefined : ''}
      ref={observe}
    >
      {isNear ? children : <h2>{title}</h2>}
    </section>
  );
}

/** Of the element with the trades of the page. */
export const TRADES_ID = 'trades';

/** Choosing a trader, or all, removes the button that was pressed. */
export function focusTrades(): HTMLElement | null {
  const trades = document.getElementById(TRADES_ID);
  trades?.focus({ preventScroll: true });
  return trades;
}

/** The list of trades in an element with the ID of trades. */
export function TradesWithFocus(props: TradeListProps) {
  const onFilters: typeof props.onFilters = (filters) => {
    if (filters.trader !== props.filters.trader) focusTrades();
    props.onFilters(filters);
  };
  return <TradeList {...props} onFilters={onFilters} />;
}

/** The trades of a jetton. */
export function Trades(props: TradeListProps) {
  return (
    <LazySection title="Trades" id={TRADES_ID}>
      <TradesWithFocus {...props} />
    </LazySection>
  );
}

interface Props extends Omit<TradersProps, 'onTrader'> {
  /** Receives a user-friendly address. */
  readonly onTrader: (trader: string) => void;
}

/** The traders of a jetton, how genuine its trading is, and its holders. */
export function Traders({ onTrader, ...props }: Props) {
  const select = (who: string) => {
    onTrader(toUserFriendly(who));
    focusTrades()?.scrollIntoView();
  };
  return (
    <>
      <LazySection title="Top traders">
        <TraderTable {...props} onTrader={select} />
      </LazySection>
      <Integrity {...props} onTrader={select} />
      <LazySection title="Top holders">
        <Holders {...props} onTrader={select} />
      </LazySection>
    </>
  );
}

/** How genuine the trading of a jetton is. */
export function Integrity(props: TradersProps) {
  return (
    <LazySection title="Trading integrity">
      <IntegrityFigures {...props} />
    </LazySection>
  );
}

interface ChosenTraderProps extends Pick<TraderMarkersProps, 'address' | 'poolAddress'> {
  /** Undefined until the chart is open. */
  readonly session: ChartSession | undefined;
  readonly trader: string | undefined;
}

/** Below the chart of a pool: marks the trades of the chosen trader, if there is one. */
export function ChosenTrader({ session, trader, ...pool }: ChosenTraderProps) {
  if (trader === undefined) return null;
  return (
    <div className={styles.marked}>
      {session ? <TraderMarkers key={trader} session={session} trader={trader} {...pool} /> : null}
    </div>
  );
}
