/** Paths of the dashboard's pages, with parameters in the router's notation. */
export const pagePaths = {
  screener: '/',
  watchlist: '/watchlist',
  compare: '/compare',
  jetton: '/jetton/$address',
  pool: '/jetton/$address/pool/$poolAddress',
  embed: '/embed/$address/$poolAddress',
} as const;
export type PageName = keyof typeof pagePaths;
