import * as z from 'zod/mini';
import { addressBook, rawAddress } from './address-schemas.ts';
import { amount } from './amount.ts';
import { define, jettonPath } from './operations.ts';
import { dateTime, percent } from './period-sets.ts';

/** What the owner of jettons is. `burn`: an address without a private key. */
export const holderKinds = ['pool', 'burn', 'locker', 'contract', 'wallet'] as const;
export type HolderKind = (typeof holderKinds)[number];

/** Holders of a snapshot, largest first. */
export const MAX_HOLDERS = 100;

/** Pools of which the liquidity is listed. */
export const MAX_LIQUIDITY_POOLS = 20;

const topHolder = z
  .object({
    owner: rawAddress,
    ownerFriendly: z.string(),
    amount,
    /** Absent if the supply is unknown. */
    percent: z.optional(percent),
    /** Absent if unknown. */
    kind: z.optional(z.enum(holderKinds)),
    /** Name by which the source knows the owner. */
    name: z.optional(z.string()),
    /** Of a pool of the service. */
    exchangeId: z.optional(z.string()),
  })
  .check(z.meta({ id: 'TopHolder' }));
export type TopHolder = z.infer<typeof topHolder>;

const lockedLiquidity = z
  .object({
    poolAddress: rawAddress,
    exchangeId: z.string(),
    snapshotAt: dateTime,
    source: z.string(),
    /** Shares of the LP tokens of the pool. */
    burnedPercent: percent,
    lockedPercent: percent,
  })
  .check(z.meta({ id: 'LockedLiquidity' }));
export type LockedLiquidity = z.infer<typeof lockedLiquidity>;

const topHolders = z
  .object({
    /** Absent if no source has stated the holders. */
    snapshotAt: z.optional(dateTime),
    source: z.optional(z.string()),
    /** What the shares are of. Absent if unknown, as all shares then are. */
    supply: z.optional(amount),
    /** The largest holders without pools and burned tokens. */
    topTenPercent: z.optional(percent),
    topHundredPercent: z.optional(percent),
    poolsPercent: z.optional(percent),
    burnedPercent: z.optional(percent),
    lockedPercent: z.optional(percent),
    holders: z.array(topHolder),
    /** Pools whose LP tokens have known holders, most liquid first. */
    liquidity: z.array(lockedLiquidity),
    addressBook,
  })
  .check(z.meta({ id: 'TopHolders' }));
export type TopHolders = z.infer<typeof topHolders>;

/** The largest holders of a jetton. The specification has no such operation. */
export const getJettonTopHolders = define({
  name: 'getJettonTopHolders',
  method: 'GET',
  path: '/v1/jettons/{address}/holders/top',
  plan: 'free',
  input: z.object(jettonPath),
  response: topHolders,
});
