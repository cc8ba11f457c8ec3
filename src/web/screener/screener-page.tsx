import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_LIMIT } from '#contract/pagination.ts';
import { createPage, type ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { ColumnsButton } from '#web/grid/columns/columns-button.tsx';
import { PeriodSwitch, UnitSwitch } from '#web/grid/columns/value-switches.tsx';
import { CompareLink } from '#web/grid/compare-link.tsx';
import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { emptyRowList, extendRows, type RowSource } from '#web/grid/rows/loaded-rows.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { Drawer } from '#web/kit/controls/dialog.tsx';
import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import { useIsPhone, useIsWide } from '#web/kit/device/media.ts';
import { WHY_NOT_LISTED } from '#web/kit/device/open-panel.ts';
import { Banner } from '#web/kit/display/banner.tsx';
import { FullHeightPage } from '#web/kit/display/full-height-page.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { countOwnFilters } from '#web/list/filter-chips.ts';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { jettonList } from '#web/list/jetton-queries.ts';
import type { ScreenFilter } from '#web/list/list-filter.ts';
import { listFilterOf, type Screen, screenPath } from '#web/list/list-state.ts';
import { type ChangeScreen, useChangeScreen, useScreen } from '#web/list/use-list-state.ts';
import { FilterChips, useRemovedMinimum } from './filter-chips.tsx';
import { PresetLinks } from './preset-links.tsx';
import styles from './screener-page.module.css';
import { useFilterPanel } from './use-filter-panel.ts';

// Loaded lazily, so that its twenty fields do not delay the first render of the rows.
const FilterPanel = lazyWithRetry(async () => (await import('./filter-panel.tsx')).FilterPanel);
const ScreenExport = lazyWithRetry(async () => (await import('#web/grid/export-panel.tsx')).ScreenExport);
const SavedScreensPanel = lazyWithRetry(
  async () => (await import('./saved-screens-panel.tsx')).SavedScreensPanel,
);
const WhyNotListedPanel = lazyWithRetry(
  async () => (await import('./why-not-listed-panel.tsx')).WhyNotListedPanel,
);
const SharePanel = lazyWithRetry(async () => (await import('#web/grid/share-panel.tsx')).SharePanel);

export function ScreenerPage() {
  const { screen, ignored, unsupported } = useScreen();
  const change = useChangeScreen();
  const removedMinimum = useRemovedMinimum(screen, change);
  const isWide = useIsWide();
  const isPhone = useIsPhone();
  const { isShut } = useFilterPanel();
  const shouldMoveFocus = useRef(false);
  const setShut = (shut: boolean) => {
    shouldMoveFocus.current = true;
    useFilterPanel.setState({ isShut: shut });
  };
  // The pressed button is removed. Move the focus to the one that replaces it.
  const focusReplacement = (button: HTMLButtonElement | null) => {
    if (!button || !shouldMoveFocus.current) return;
    shouldMoveFocus.current = false;
    button.focus();
  };
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const panel = useHasPainted() ? <FilterPanel screen={screen} onChange={removedMinimum.change} /> : null;
  const hasSidebar = isWide && !isShut;
  const filterCount = countOwnFilters(screen);
  const valueSwitches = (
    <div className={styles.values}>
      <PeriodSwitch screen={screen} onChange={change} />
      <UnitSwitch screen={screen} onChange={change} />
    </div>
  );
  return (
    <FullHeightPage>
      <title>Jetscope</title>
      <h1 className="visually-hidden">Jettons</h1>
      {hasSidebar ? (
        <section className={styles.sidebar} aria-label="Filters">
          <div className={styles.sidebarHeader}>
            <h2>Filters</h2>
            <Button
              bare
              ref={focusReplacement}
              aria-label="Hide filters"
              title="Hide filters"
              onClick={() => setShut(true)}
            >
              ✕
            </Button>
          </div>
          {panel}
        </section>
      ) : null}
      {!isWide && isDrawerOpen ? (
        <Drawer title="Filters" onClose={() => setDrawerOpen(false)}>
          <section aria-label="Filters">{panel}</section>
        </Drawer>
      ) : null}
      <div className="column fill">
        <div className={styles.head}>
          <nav className={styles.presets} aria-label="Presets">
            <PresetLinks screen={screen} />
          </nav>
          <PopupButton bare label="My screens">
            <SavedScreensPanel screen={screen} />
          </PopupButton>
          <span className={styles.noPaidPlacement} title="The order depends only on the selected sort">
            No paid placement
          </span>
          {isPhone ? null : valueSwitches}
        </div>
        <div className={styles.bar}>
          <FilterChips screen={screen} onChange={removedMinimum.change} onClear={change} />
          <div className="row rigid">
            {isPhone ? valueSwitches : null}
            {hasSidebar ? null : (
              <Button ref={focusReplacement} onClick={() => (isWide ? setShut(false) : setDrawerOpen(true))}>
                {filterCount > 0 ? `Filters (${filterCount})` : 'Filters'}
              </Button>
            )}
            <CompareLink currency={screen.currency} />
            <ColumnsButton screen={screen} onChange={change} />
            <PopupButton label="Export">
              <ScreenExport screen={screen} />
            </PopupButton>
            <PopupButton label="Share">
              <SharePanel path={screenPath(screen)} filters={[listFilterOf(screen)]} />
            </PopupButton>
            <PopupButton bare label={WHY_NOT_LISTED}>
              <WhyNotListedPanel screen={screen} onChange={change} />
            </PopupButton>
          </div>
        </div>
        {ignored.length + unsupported.length > 0 ? (
          <IgnoredFiltersBanner
            ignored={ignored}
            unsupported={unsupported}
            onDismiss={() => change((current) => current)}
          />
        ) : null}
        {removedMinimum.text === undefined ? null : (
          <Banner>
            <span>{removedMinimum.text}</span>
            <Button bare disappears onClick={() => removedMinimum.dismiss()}>
              Dismiss
            </Button>
          </Banner>
        )}
        <ScreenGrid screen={screen} onChange={removedMinimum.change} />
      </div>
    </FullHeightPage>
  );
}

const EmptyList = lazyWithRetry(async () => (await import('./empty-list.tsx')).EmptyList);

/** The jettons of a screen. */
function ScreenGrid({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const source = useJettonRows(listFilterOf(screen));
  // Always rendered, because screen readers do not announce the initial text of a new live region.
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <JettonGrid
        screen={screen}
        source={source}
        onChange={onChange}
        empty={
          <EmptyList
            screen={screen}
            onChange={onChange}
            onAnnounce={setAnnouncement}
            onRefresh={() => source.rerank(1)}
          />
        }
      />
    </>
  );
}

/** Returns the loaded pages of a list as one. While another list is loading, the rows of the previous one stay. */
function useJettonRows(filter: ScreenFilter): RowSource {
  const client = useQueryClient();
  const options = jettonList(filter);
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const requestedKey = hashKey(options.queryKey);
  const [previous, setPrevious] = useState({ rows: emptyRowList, loadedKey: requestedKey });
  const rows = extendRows(previous.rows, list.data?.pages ?? emptyRowList.pages);
  const loadedKey = list.isPlaceholderData ? previous.loadedKey : requestedKey;
  if (rows !== previous.rows || loadedKey !== previous.loadedKey) setPrevious({ rows, loadedKey });
  const rerank = (pages: number) => {
    // Inserted pages are shorter than those that the service returns.
    const count = rows.pages.slice(0, pages).reduce((sum, { jettons }) => sum + jettons.length, 0);
    // Pages below are dropped; they are loaded again on scrolling. The query reports errors.
    client
      .infiniteQuery({ ...options, staleTime: 0, pages: Math.max(Math.ceil(count / MAX_LIMIT), 1) })
      .catch(() => undefined);
  };
  const insertFirst = (jettons: readonly ListedJetton[]) => {
    client.setQueryData(
      options.queryKey,
      (all) =>
        all && {
          pages: [createPage(jettons, undefined), ...all.pages],
          pageParams: [undefined, ...all.pageParams],
        },
    );
  };
  return { requestedKey, loadedKey, list, rows, rerank, insertFirst };
}
