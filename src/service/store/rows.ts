import { isDeepStrictEqual } from 'node:util';
import { eq, gt } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import type { LinkType } from '#contract/jetton.ts';
import { foldText } from '#contract/text.ts';
import { type CopyValue, copyFormat } from './copy-text.ts';
import type { Database } from './database.ts';
import { jetton } from './schema.ts';
import { searchGrams } from './search-text.ts';

export interface Link {
  readonly name: string;
  readonly url: string;
  readonly type: LinkType;
}

/** A jetton's loaded columns; all others are computed. Supplies are integers in base units. */
export interface NewJetton {
  readonly id: number;
  readonly address: RawAddress;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly image?: string | undefined;
  readonly description?: string | undefined;
  readonly offchainImage?: string | undefined;
  readonly offchainDescription?: string | undefined;
  readonly links: readonly Link[];
  readonly admin?: RawAddress | undefined;
  readonly offchainAdmin?: RawAddress | undefined;
  readonly totalSupply?: string | bigint | undefined;
  readonly circulatingSupply?: string | bigint | undefined;
  readonly mintable?: boolean | undefined;
  readonly modifiedContract?: boolean | undefined;
  readonly verification: VerificationStatus;
  readonly createdAt?: Date | undefined;
  readonly holdersCount?: string | number | bigint | undefined;
  readonly holdersChangedAt?: Date | undefined;
  readonly trustScore?: number | undefined;
  readonly trustScoreUpdatedAt?: Date | undefined;
}

const jettonColumns = {
  id: ({ id }) => id,
  address: ({ address }) => address,
  name: ({ name }) => name,
  symbol: ({ symbol }) => symbol,
  name_folded: ({ name }) => foldText(name),
  symbol_folded: ({ symbol }) => foldText(symbol),
  grams: ({ name, symbol }) => searchGrams(name, symbol),
  decimals: ({ decimals }) => decimals,
  image: ({ image }) => image,
  description: ({ description }) => description,
  offchain_image: ({ offchainImage }) => offchainImage,
  offchain_description: ({ offchainDescription }) => offchainDescription,
  links: ({ links }) => JSON.stringify(links),
  admin: ({ admin }) => admin,
  offchain_admin: ({ offchainAdmin }) => offchainAdmin,
  total_supply: ({ totalSupply }) => totalSupply,
  circulating_supply: ({ circulatingSupply }) => circulatingSupply,
  mintable: ({ mintable }) => mintable,
  modified_contract: ({ modifiedContract }) => modifiedContract,
  verification: ({ verification }) => verification,
  created_at: ({ createdAt }) => createdAt,
  holders_count: ({ holdersCount }) => holdersCount,
  holders_changed_at: ({ holdersChangedAt }) => holdersChangedAt,
  given_trust_score: ({ trustScore }) => trustScore,
  given_trust_score_updated_at: ({ trustScoreUpdatedAt }) => trustScoreUpdatedAt,
} satisfies Record<string, (jetton: NewJetton) => CopyValue>;

export const jettonCopyFormat = copyFormat<NewJetton, keyof typeof jettonColumns>(jettonColumns);

/** Returns what the search reads of a jetton. */
export function searchColumns({ name, symbol }: Pick<NewJetton, 'name' | 'symbol'>) {
  const [nameFolded, symbolFolded] = [foldText(name), foldText(symbol)];
  return { nameFolded, symbolFolded, grams: searchGrams(name, symbol) };
}

const REFOLD_BATCH = 5_000;

/** Updates what the search reads of stored jettons, after a change of how texts are folded. */
export async function refoldJettons(db: Database): Promise<void> {
  const { id, name, symbol, nameFolded, symbolFolded, grams } = jetton;
  for (let last = 0; ; ) {
    const stored = await db
      .select({ id, name, symbol, nameFolded, symbolFolded, grams })
      .from(jetton)
      .where(gt(id, last))
      .orderBy(id)
      .limit(REFOLD_BATCH);
    for (const row of stored) {
      const folded = searchColumns(row);
      const { nameFolded, symbolFolded, grams } = row;
      if (!isDeepStrictEqual(folded, { nameFolded, symbolFolded, grams }))
        await db.update(jetton).set(folded).where(eq(id, row.id));
    }
    const end = stored.at(-1);
    if (!end) return;
    last = end.id;
  }
}

/** A pool's columns. Assets are jetton ids, or 0 for TON. Reserves are integers in base units. */
export interface NewPool {
  readonly id: number;
  readonly address: RawAddress;
  readonly exchange: string;
  readonly type: string;
  readonly asset0: number;
  readonly asset1: number;
  readonly createdAt?: Date | undefined;
  readonly reserve0?: string | undefined;
  readonly reserve1?: string | undefined;
  readonly reservesAt?: Date | undefined;
}

const poolColumns = {
  id: ({ id }) => id,
  address: ({ address }) => address,
  exchange: ({ exchange }) => exchange,
  type: ({ type }) => type,
  asset0: ({ asset0 }) => asset0,
  asset1: ({ asset1 }) => asset1,
  created_at: ({ createdAt }) => createdAt,
  reserve0: ({ reserve0 }) => reserve0,
  reserve1: ({ reserve1 }) => reserve1,
  reserves_at: ({ reservesAt }) => reservesAt,
} satisfies Record<string, (pool: NewPool) => CopyValue>;

export const poolCopyFormat = copyFormat<NewPool, keyof typeof poolColumns>(poolColumns);

/** A swap's columns. Amounts and reserves are integers in base units; reserves are those after the swap. */
export interface NewSwap {
  readonly poolId: number;
  readonly time: Date;
  /** Logical time, which identifies the swap in its pool. */
  readonly lt: bigint;
  readonly traderId: number;
  /** Whether the trader sold asset0 and bought asset1. */
  readonly sold0: boolean;
  readonly amount0: bigint;
  readonly amount1: bigint;
  /** Missing if it must be computed. */
  readonly volumeUsd?: string | undefined;
  readonly reserve0?: bigint | undefined;
  readonly reserve1?: bigint | undefined;
  /** Hash of the transaction, in 64 lowercase hex digits. */
  readonly txHash?: string | undefined;
}

/** A swap for COPY. `recordSwaps` finds out itself what is dust. */
export interface CopiedSwap extends NewSwap {
  readonly dust: boolean;
}

export const swapCopyFormat = copyFormat({
  pool_id: ({ poolId }: CopiedSwap) => poolId,
  time: ({ time }) => time,
  lt: ({ lt }) => lt,
  trader_id: ({ traderId }) => traderId,
  sold0: ({ sold0 }) => sold0,
  dust: ({ dust }) => dust,
  amount0: ({ amount0 }) => amount0,
  amount1: ({ amount1 }) => amount1,
  volume_usd: ({ volumeUsd }) => volumeUsd,
  reserve0: ({ reserve0 }) => reserve0,
  reserve1: ({ reserve1 }) => reserve1,
  tx_hash: ({ txHash }) => txHash && `\\x${txHash}`,
});
