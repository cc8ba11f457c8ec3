import { Link } from '@tanstack/react-router';
import { defaultFilter, type ScreenFilter } from '#web/list/list-filter.ts';
import { type Screen, serializeScreen, withMinimum } from '#web/list/list-state.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import styles from './toolbar.module.css';

export function PresetLinks({ screen }: { screen: Screen }) {
  return presets.map((preset) => (
    <Link
      key={preset.id}
      to="/"
      search={serializeScreen(presetScreen(preset, screen))}
      activeOptions={{ exact: true }}
      className={styles.preset}
      title={preset.title}
    >
      {preset.label}
    </Link>
  ));
}

export interface Preset {
  readonly id: 'new' | 'volume' | 'gainers' | 'losers' | 'traded' | 'trusted';
  readonly label: string;
  readonly title: string;
  readonly filter: ScreenFilter;
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
    id: 'gainers',
    label: 'Gainers',
    title: `Largest 24h price gains in ${nativeCoin.symbol}, liquidity of at least $10k`,
    filter: { ...defaultFilter, ...minLiquidity, sort: 'tonPriceChangeDay' },
  },
  {
    id: 'losers',
    label: 'Losers',
    title: `Largest 24h price drops in ${nativeCoin.symbol}, liquidity of at least $10k`,
    filter: { ...defaultFilter, ...minLiquidity, sort: 'tonPriceChangeDay', order: 'asc' },
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

/** Returns the screen of a preset with the currency and columns of the current screen. */
export function presetScreen({ filter }: Preset, screen: Screen): Screen {
  return withMinimum({ ...screen, filter }, undefined);
}
