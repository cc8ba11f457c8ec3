import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { hasNoShortcuts, useKey } from '#web/kit/controls/use-key.ts';
import { createMediaHook, scaled } from '#web/kit/device/media.ts';
import { usePersistedCurrency } from '#web/kit/device/preferences.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { Holders, TRADES_ID, TraderTable, TradesWithFocus } from '#web/trades/trades.tsx';
import { useSidePanel } from './pool-layout.ts';
import styles from './pool-page.module.css';
import { type PanelTab, type PoolLink, panelTabs } from './pool-search.ts';
import { icon } from './toolbar/controls.tsx';

const Facts = lazyWithRetry(async () => (await import('#web/jetton/facts.tsx')).Facts);

/** Whether the panel is next to the chart, as in the style sheet. */
const useIsBeside = createMediaHook('(min-width: 64rem)');

const labels: Readonly<Record<PanelTab, string>> = {
  trades: 'Trades',
  traders: 'Traders',
  holders: 'Holders',
  info: 'Info',
};

interface Props {
  /** Of the jetton. */
  readonly address: string;
  readonly poolAddress: string;
  readonly jetton: UseQueryResult<JettonDetails | null>;
  readonly link: Pick<PoolLink, 'panel' | 'trades'> & Pick<ChartView, 'quote'>;
  readonly onChange: (changed: Partial<Pick<PoolLink, 'panel' | 'trades'>>) => void;
  /** Receives the raw address of a trader whose trades are to be shown. */
  readonly onTrader: (who: string) => void;
}

/** The trades of a pool, and the traders, holders and facts of its jetton, in tabs. */
export function SidePanel({ address, poolAddress, jetton, link, onChange, onTrader }: Props) {
  const { panel: tab, trades, quote } = link;
  const isBeside = useIsBeside();
  const isFolded = useSidePanel((panel) => panel.isFolded) && isBeside;
  const fold = () => useSidePanel.setState({ isFolded: !isFolded });
  useKey((event) => {
    // Some keyboards have the bracket on AltGr, which is Ctrl and Alt on Windows.
    const isCommand = event.metaKey || (event.ctrlKey && !event.altKey);
    if (event.key === ']' && !isCommand && !hasNoShortcuts(event)) fold();
  }, isBeside);
  const symbol = jetton.data?.identity.symbol;
  const ofJetton = { address, symbol, onTrader };
  const contents: Readonly<Record<PanelTab, () => ReactNode>> = {
    trades: () => (
      <TradesWithFocus
        address={address}
        poolAddress={poolAddress}
        symbol={symbol}
        pricesInUsd={quote === 'usd'}
        filters={trades}
        onFilters={(filters) => onChange({ trades: filters })}
      />
    ),
    traders: () => <TraderTable {...ofJetton} />,
    holders: () => <Holders {...ofJetton} />,
    info: () => <JettonInfo address={address} query={jetton} />,
  };
  return (
    <section className={styles.panel} aria-label="Trades and jetton">
      {isFolded ? null : <Separator />}
      <div className={styles.panelHead}>
        {isFolded ? null : <Tabs tab={tab} onChoose={(panel) => onChange({ panel })} />}
        {isBeside ? (
          <button
            type="button"
            className={styles.fold}
            title={`${isFolded ? 'Show' : 'Hide'} panel ( ] )`}
            aria-label="Panel"
            aria-keyshortcuts="]"
            aria-expanded={!isFolded}
            onClick={fold}
          >
            {icon(<path d={isFolded ? 'M10 3 5 8l5 5' : 'm6 3 5 5-5 5'} />)}
          </button>
        ) : null}
      </div>
      {isFolded ? null : (
        <div
          id={TRADES_ID}
          role="tabpanel"
          aria-labelledby={tabId(tab)}
          className={styles.panelContent}
          tabIndex={-1}
        >
          {contents[tab]()}
        </div>
      )}
    </section>
  );
}

function tabId(tab: PanelTab): string {
  return `tab-${tab}`;
}

interface TabsProps {
  readonly tab: PanelTab;
  readonly onChoose: (tab: PanelTab) => void;
}

function Tabs({ tab, onChoose }: TabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = panelTabs.indexOf(tab);
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: -1 }[event.key];
    const next = target === undefined ? undefined : panelTabs.at(target % panelTabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div role="tablist" aria-label="Panel" className={styles.tabs} onKeyDown={onKeyDown}>
      {panelTabs.map((one) => (
        <button
          key={one}
          id={tabId(one)}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={TRADES_ID}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          {labels[one]}
        </button>
      ))}
    </div>
  );
}

function JettonInfo({ address, query }: Pick<Props, 'address'> & { readonly query: Props['jetton'] }) {
  const { currency } = usePersistedCurrency();
  return <Facts address={address} query={query} currency={currency} />;
}

/** Pixels at the default font size. The style sheet also limits the width to half of the page. */
const WIDTHS = { min: 280, max: 720, step: 20 };

function setWidth(width: number): void {
  useSidePanel.setState({ width: Math.min(Math.max(Math.round(width), WIDTHS.min), WIDTHS.max) });
}

function Separator() {
  const { width } = useSidePanel();
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const panel = currentTarget.parentElement;
    if (!panel || !currentTarget.hasPointerCapture(pointerId)) return;
    const { right } = panel.getBoundingClientRect();
    setWidth((right - clientX) / scaled(1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: WIDTHS.step, ArrowRight: -WIDTHS.step }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setWidth(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element cannot be focused and moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={width}
      aria-valuemin={WIDTHS.min}
      aria-valuemax={WIDTHS.max}
      tabIndex={0}
      className={styles.separator}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
