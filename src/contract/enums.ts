/** Enumerations of the specification, in its order. */

export const verificationStatuses = [
  'JVS_NONE',
  'JVS_APPROVED',
  'JVS_COMMUNITY_VERIFIED',
  'JVS_VERIFIED',
  'JVS_SCAM',
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** Order of statuses in search results: an imitation never precedes its original, and scam is last. */
export const verificationRanks: Readonly<Record<VerificationStatus, number>> = {
  JVS_VERIFIED: 0,
  JVS_COMMUNITY_VERIFIED: 1,
  JVS_APPROVED: 2,
  JVS_NONE: 2,
  JVS_SCAM: 3,
};

// biome-ignore format: table of codes
export const fiatCurrencies = [
  'usd', 'eur', 'gbp', 'jpy', 'byn', 'ves', 'rub', 'uah', 'kzt', 'krw', 'ils', 'idr', 'aed', 'gel',
  'twd', 'try', 'hkd', 'inr', 'cad', 'amd', 'aud', 'pln', 'cop', 'brl', 'chf', 'mxn', 'ars', 'sgd',
  'sar', 'mdl', 'ron', 'sek', 'azn', 'rsd', 'nok', 'myr', 'bgn', 'egp', 'gtq', 'clp', 'nzd', 'bdt',
  'kgs', 'thb', 'uzs', 'uyu', 'vnd', 'ugx', 'kes', 'zar', 'etb', 'ngn', 'lkr',
] as const;
export type FiatCurrency = (typeof fiatCurrencies)[number];

export const currencies = ['ton', ...fiatCurrencies] as const;
export type Currency = (typeof currencies)[number];

export const orders = ['asc', 'desc'] as const;
export type Order = (typeof orders)[number];

export const pricePeriods = ['min15', 'hour', 'hour6', 'hour12', 'day', 'week', 'month'] as const;
export type PricePeriod = (typeof pricePeriods)[number];

/** Labels in column headers, links and texts. */
export const periodLabels = {
  min15: '15m',
  hour: '1h',
  hour6: '6h',
  hour12: '12h',
  day: '24h',
  week: '7d',
  month: '30d',
} as const satisfies Record<PricePeriod, string>;

/** Periods of count and volume changes. */
export const countPeriods = ['hour', 'hour6', 'day', 'week', 'month'] as const;
export type CountPeriod = (typeof countPeriods)[number];

/** Units of price changes that lists can be sorted by. */
export const moveUnits = ['ton', 'usd'] as const satisfies readonly Currency[];
export type MoveUnit = (typeof moveUnits)[number];

export const poolCountPeriods = ['day', 'week', 'month'] as const;
export type PoolCountPeriod = (typeof poolCountPeriods)[number];

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Length of each period in seconds. A month is 30 days. */
export const periodSeconds: Readonly<Record<PricePeriod, number>> = {
  min15: 15 * minute,
  hour,
  hour6: 6 * hour,
  hour12: 12 * hour,
  day,
  week: 7 * day,
  month: 30 * day,
};

export const verificationLabels: Readonly<Record<VerificationStatus, string>> = {
  JVS_VERIFIED: 'Verified',
  JVS_COMMUNITY_VERIFIED: 'Community verified',
  JVS_APPROVED: 'Approved',
  JVS_NONE: 'Not verified',
  JVS_SCAM: 'Scam',
};
