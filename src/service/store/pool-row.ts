import type { RawAddress } from '#contract/address.ts';
import { type CopyValue, copyFormat } from './copy-text.ts';

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

const columns = {
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

export const poolCopyFormat = copyFormat<NewPool, keyof typeof columns>(columns);
