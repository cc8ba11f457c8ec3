import * as z from 'zod/mini';
import { type Currency, fiatCurrencies } from '#contract/enums.ts';
import { DEFAULT_CURRENCY, parseCurrency } from '#web/money/currencies.ts';
import { createPersistedStore } from './persisted-store.ts';

/** Colors of rising and falling values: Western default, suitable for color blindness, East Asian convention. */
export const colorPairs = ['green-red', 'blue-orange', 'red-green'] as const;
/** Matches the images that the service renders. */
export const DEFAULT_COLOR_PAIR: ColorPair = 'green-red';
export type ColorPair = (typeof colorPairs)[number];

export const colorPairLabels: Record<ColorPair, string> = {
  'green-red': 'green up, red down',
  'blue-orange': 'blue up, orange down',
  'red-green': 'red up, green down',
};

const colorPairSchema = z.object({ pair: z.enum(colorPairs) });

export const useColorPair = createPersistedStore<z.output<typeof colorPairSchema>>(
  'jetscope.colours',
  (stored) => z.safeParse(colorPairSchema, stored).data ?? { pair: DEFAULT_COLOR_PAIR },
);

/** The last selected currency. Used for links without a `currency` parameter. */
export const usePersistedCurrency = createPersistedStore('jetscope.currency', (stored) => {
  const { currency, fiat } =
    typeof stored === 'object' && stored !== null ? { currency: '', fiat: '', ...stored } : {};
  return {
    currency: parseCurrency(currency) ?? DEFAULT_CURRENCY,
    /** The last selected currency other than the native coin. */
    fiat: fiatCurrencies.find((code) => code === fiat) ?? DEFAULT_CURRENCY,
  };
});

/** Stores a selected currency on this device. `previous` was selected before. */
export function storeCurrency(currency: Currency, previous: Currency): void {
  const fiat = [currency, previous].find((code) => code !== 'ton');
  usePersistedCurrency.setState(fiat === undefined ? { currency } : { currency, fiat });
}

const liveUpdatesSchema = z.object({ isPaused: z.boolean() });

/** Whether the user has paused live updates. */
export const useLiveUpdates = createPersistedStore<z.output<typeof liveUpdatesSchema>>(
  'jetscope.live',
  (stored) => z.safeParse(liveUpdatesSchema, stored).data ?? { isPaused: false },
);

const characterKeysSchema = z.object({ areOff: z.boolean() });

/** Whether the user has turned off shortcuts of a single character, which speech input can trigger by accident. */
export const useCharacterKeys = createPersistedStore<z.output<typeof characterKeysSchema>>(
  'jetscope.keys',
  (stored) => z.safeParse(characterKeysSchema, stored).data ?? { areOff: false },
);
