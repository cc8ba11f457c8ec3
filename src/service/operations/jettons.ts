import { type Jetton, PREVIEW_PERIOD } from '#contract/jetton.ts';
import type { JettonListFilter } from '#contract/jetton-filter.ts';
import type { Operations, ResponseOf } from '#contract/operations.ts';
import type { Caller, Service } from '#service/config/context.ts';
import { addressBookOf } from './address-book.ts';
import { imageUrl } from './image-url.ts';
import { type JettonRow, queryJettonRecords } from './jetton-records.ts';
import { optional } from './optional.ts';
import { previewPath, previewVariants } from './preview.ts';
import { metricsOf } from './valuation.ts';

/** Operation 1. */
export async function getJettons(
  { store }: Service,
  filter: JettonListFilter,
  caller: Caller,
): Promise<ResponseOf<Operations['getJettons']>> {
  const { rows, next } = await queryJettonRecords(store.db, filter);
  return {
    jettons: rows.map((row) => jettonOf(row, caller)),
    addressBook: addressBookOf(
      rows.flatMap(({ address, admin, offchainAdmin }) => [address, admin, offchainAdmin]),
    ),
    next,
  };
}

function jettonOf(row: JettonRow, caller: Caller): Jetton {
  return {
    metadata: metadataOf(row, caller),
    admin: adminOf(row),
    totalSupply: optional(row.totalSupply),
    mintable: optional(row.mintable),
    modifiedContract: optional(row.modifiedContract),
    verification: row.verification,
    ...metricsOf(row),
    chartPreviews: row.price === null ? [] : previewsOf(row.address, caller),
  };
}

function metadataOf(row: JettonRow, caller: Caller): Jetton['metadata'] {
  return {
    address: row.address,
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    image: imageUrl(row.image, caller),
    description: optional(row.description),
    offchainImage: imageUrl(row.offchainImage, caller),
    offchainDescription: optional(row.offchainDescription),
    links: JSON.parse(row.links),
    createdAt: optional(row.createdAt),
  };
}

function adminOf({ admin, offchainAdmin }: JettonRow): Jetton['admin'] {
  if (admin === null && offchainAdmin === null) return undefined;
  return { address: optional(admin), offchainAddress: optional(offchainAdmin) };
}

function previewsOf(address: string, { baseUrl }: Caller): Jetton['chartPreviews'] {
  return previewVariants.map(({ metric, color }) => ({
    url: baseUrl + previewPath(address, metric, color),
    metric,
    period: PREVIEW_PERIOD,
    color,
  }));
}
