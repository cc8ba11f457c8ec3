import type { RawAddress } from '#contract/address.ts';
import { NotFoundError } from '#contract/request-errors.ts';
import type { Service } from '#service/config/context.ts';
import { queryPageSummary } from '#service/operations/page-summary.ts';
import { queryJettonPreview, queryMarketPreview } from '#service/operations/preview.ts';
import { type CardContent, createCardContent } from './social-card/card-content.ts';

/** Returns the text and price line of the social image of a jetton or pool. */
export async function getSocialCardContent(
  { store, clock, config }: Service,
  address: RawAddress,
  poolAddress: RawAddress | undefined,
): Promise<CardContent> {
  const now = clock.now();
  const nativeSymbol = config.nativeCoin.symbol;
  const [summary, line] = await Promise.all([
    queryPageSummary(store.db, nativeSymbol, address, poolAddress),
    poolAddress === undefined
      ? queryJettonPreview(store.db, address, now)
      : queryMarketPreview(store.db, address, poolAddress, now),
  ]);
  if (!summary || !line) throw new NotFoundError(poolAddress ?? address);
  return createCardContent({ summary, nativeSymbol, address, poolAddress, line: line.prices, now });
}
