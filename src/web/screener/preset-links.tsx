import { Link } from '@tanstack/react-router';
import { defaultFilter, type ScreenFilter } from '#web/list/list-filter.ts';
import { changeSort, type Screen, serializeScreen, withMinimum } from '#web/list/list-state.ts';
import { DEFAULT_PERIOD, periodLabels } from '#web/money/periods.ts';
import styles from './screener-page.module.css';

export function PresetLinks({ screen }: { screen: Screen }) {
  return presets.map((preset) => (
    <Link
      key={preset.id}
      to="/"
      search={serializeScreen(presetScreen(preset, screen))}
      activeOptions={{ exact: true }}
      className={styles.preset}
      title={titleOf(preset, screen)}
    >
      {preset.label}
    </Link>
  ));
}

export interface Preset {
  readonly id: 'new' | 'volume' | 'trending' | 'gainers' | 'losers' | 'traded' | 'trusted';
  readonly label: string;
  /** Depends on the label of the selected period. */
  readonly title: string | ((period: string) => string);
  readonly filter: ScreenFilter;
  /** Sorted by the price change over the selected period. */
  readonly isByChange?: boolean;
}

// Excludes jettons whose price one small trade can move.
const minLiquidity = { ranges: { liquidityUsd: { min: '10000' } } };

/** Built-in screens. */
export const presets: readonly Preset[] = [
  {
    id: 'new',
    label: 'New',
    title: 'Newest jettons first',
    filter: { ...defaultFilter, sort: 'createdAt' },
  },
  {
    id: 'volume',
    label: 'Top volume',
    title: 'Highest 24h volume first',
    filter: defaultFilter,
  },
  {
    id: 'trending',
    label: 'Trending',
    title: 'More effective traders and volume than usual',
    // Services without the measure reject the filter; they may ignore an unknown order.
    filter: { ...defaultFilter, sort: 'trending', ranges: { trending: { min: '1' } } },
  },
  {
    id: 'gainers',
    label: 'Gainers',
    title: (period) => `Largest ${period} price gains, liquidity of at least $10k`,
    filter: { ...defaultFilter, ...minLiquidity, sort: 'tonPriceChangeDay' },
    isByChange: true,
  },
  {
    id: 'losers',
    label: 'Losers',
    title: (period) => `Largest ${period} price drops, liquidity of at least $10k`,
    filter: { ...defaultFilter, ...minLiquidity, sort: 'tonPriceChangeDay', order: 'asc' },
    isByChange: true,
  },
  {
    id: 'traded',
    label: 'Most traded',
    title: 'Most transactions in 24h first',
    filter: { ...defaultFilter, sort: 'transactions24h' },
  },
  {
    id: 'trusted',
    label: 'Most trusted',
    title: 'Highest trust score first',
    filter: { ...defaultFilter, sort: 'trustScore' },
  },
];

/** Returns the screen of a preset with the currency, period and columns of the current screen. */
export function presetScreen({ filter, isByChange }: Preset, screen: Screen): Screen {
  const sort = isByChange ? changeSort(screen.period ?? DEFAULT_PERIOD) : filter.sort;
  return withMinimum({ ...screen, filter: { ...filter, sort } }, undefined);
}

function titleOf({ title }: Preset, { period = DEFAULT_PERIOD }: Screen): string {
  return typeof title === 'string' ? title : title(periodLabels[period]);
}
