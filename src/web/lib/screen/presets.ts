import { defaultFilter, type Screen, type ScreenFilter, withMinimum } from './screen.ts';

export interface Preset {
  readonly id: 'new' | 'volume' | 'gainers' | 'losers' | 'traded' | 'trusted';
  readonly label: string;
  readonly title: string;
  readonly filter: ScreenFilter;
}

// Without it the day's first rows are jettons that one small trade can move.
const liquid = { liquidity: { usd: { min: { value: '10000' } } } };

/** Screens that everybody has. What they filter by is in their chips, as with any other screen. */
export const presets: readonly Preset[] = [
  {
    id: 'new',
    label: 'New',
    title: 'Youngest jettons first',
    filter: { ...defaultFilter, sort: 'createdAt' },
  },
  {
    id: 'volume',
    label: 'Top volume',
    title: 'Largest volume of 24 hours first',
    filter: defaultFilter,
  },
  {
    id: 'gainers',
    label: 'Gainers',
    title: 'Largest rise of the price in TON over 24 hours first, from $10k of liquidity on',
    filter: { ...defaultFilter, ...liquid, sort: 'tonPriceChangeDay' },
  },
  {
    id: 'losers',
    label: 'Losers',
    title: 'Largest fall of the price in TON over 24 hours first, from $10k of liquidity on',
    filter: { ...defaultFilter, ...liquid, sort: 'tonPriceChangeDay', order: 'asc' },
  },
  {
    id: 'traded',
    label: 'Most traded',
    title: 'Most transactions of 24 hours first',
    filter: { ...defaultFilter, sort: 'transactions24h' },
  },
  {
    id: 'trusted',
    label: 'Most trusted',
    title: 'Highest trust score first',
    filter: { ...defaultFilter, sort: 'trustScore' },
  },
];

/** Where a preset leads from a screen: currency and columns stay. */
export function presetScreen({ filter }: Preset, screen: Screen): Screen {
  return withMinimum({ ...screen, filter }, undefined);
}
