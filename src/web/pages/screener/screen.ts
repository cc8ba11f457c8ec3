import type { JettonListFilterInput } from '#contract/jetton-filter.ts';

/** What the screener asks for, and says that it asks for. */
export const defaultScreen = {
  sort: 'volume24h',
  order: 'desc',
  excludeScam: true,
  limit: 50,
} as const satisfies JettonListFilterInput;
