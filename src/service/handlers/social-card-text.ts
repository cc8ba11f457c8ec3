import type { RawAddress } from '#contract/address.ts';
import { queryPageSummary } from '#service/queries/page-summary.ts';
import { queryJettonPreview, queryMarketPreview } from '#service/queries/preview.ts';
import { NotFoundError, type Service } from '#service/service.ts';
import { type CardText, createCardText } from '#service/social-card/card-text.ts';

/** Returns the text and price line of the social image of a jetton or pool. */
export async function getSocialCardText(
  { store, clock }: Service,
  address: RawAddress,
  poolAddress: RawAddress | undefined,
): Promise<CardText> {
  const now = clock.now();
  const [card, line] = await Promise.all([
    queryPageSummary(store.db, address, poolAddress),
    poolAddress === undefined
      ? queryJettonPreview(store.db, address, now)
      : queryMarketPreview(store.db, address, poolAddress, now),
  ]);
  if (!card || !line) throw new NotFoundError(poolAddress ?? address);
  return createCardText({ card, address, poolAddress, line: line.prices, now });
}
