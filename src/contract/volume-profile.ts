import * as z from 'zod/mini';
import { amount } from './amount.ts';
import { define, fromBeforeTo, poolPath, tickPage } from './operations.ts';
import { missing } from './period-sets.ts';
import { priceUnits } from './price-unit.ts';

export const profileDivisions = ['linear', 'logarithmic'] as const;
export type ProfileDivision = (typeof profileDivisions)[number];
export const MAX_PROFILE_ROWS = 100;
/**
 * Ticks that a requested range of time may have, as many as are summed within a second or two. The rates of each tick, which
 * volumes in TON need in pools without TON, take several times as long.
 */
export const MAX_PROFILE_TICKS = 250_000;
export const MAX_VALUED_PROFILE_TICKS = 25_000;

/** Beyond all prices. Quotients of prices within these bounds are finite. */
const price = z.number().check(z.gte(1e-60), z.lte(1e60));
const count = z.int().check(z.gte(0));

/** The ticks at prices from `from` to before `to`, in the requested unit. The last row also has those at `to`. */
const profileRow = z
  .object({
    from: amount,
    to: amount,
    /** Volumes of the buys and of the sells. */
    bought: amount,
    sold: amount,
    buys: count,
    sells: count,
  })
  .check(z.meta({ id: 'VolumeProfileRow' }));
export type VolumeProfileRow = z.infer<typeof profileRow>;

/** What was traded in a market at which price, by price, ascending. The specification has no such operation. */
export const getJettonMarketVolumeProfile = define({
  name: 'getJettonMarketVolumeProfile',
  method: 'GET',
  path: '/v1/jettons/{address}/markets/{poolAddress}/volume-profile',
  plan: 'free',
  input: z
    .object({
      ...poolPath,
      from: tickPage.from,
      to: tickPage.to,
      unit: z._default(z.enum(priceUnits), 'counterpart'),
      /** Lowest and highest price. */
      low: price,
      high: price,
      rows: z._default(z.int().check(z.gte(1), z.lte(MAX_PROFILE_ROWS)), 24),
      division: z._default(z.enum(profileDivisions), 'linear'),
    })
    .check(
      fromBeforeTo,
      z.refine(({ low, high }) => low < high, { error: 'low must be less than high', path: ['low'] }),
    ),
  response: z.object({ rows: z.array(profileRow), missing }),
});

/** Significant digits of the prices between rows, as many as every double has. */
const EDGE_DIGITS = 15;

/** Returns the ascending prices at the ends of the rows: one more than there are rows, the first and the last as given. */
export function profileEdges(low: number, high: number, rows: number, division: ProfileDivision): number[] {
  const edgeAt = (share: number) =>
    division === 'linear' ? low + (high - low) * share : low * (high / low) ** share;
  return Array.from({ length: rows + 1 }, (_, index) => {
    if (index === 0) return low;
    if (index === rows) return high;
    return Math.min(Math.max(Number(edgeAt(index / rows).toPrecision(EDGE_DIGITS)), low), high);
  });
}
