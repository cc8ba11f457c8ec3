import { type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { fiatAmount } from './changes.ts';
import { Fraction, ONE, sumOfDefined, ZERO } from './fraction.ts';
import { assetValue, directMarket, latestReserves, referenceMarket, tonInUsd, type Unit } from './prices.ts';
import { latestTick, type Market, marketsOf, ratio, swapsOf, type World, wholeUnits } from './world.ts';

/** A constant-product pool of a jetton, with the value of the quote in the unit in which it is priced. */
interface ExitPool {
  readonly market: Market;
  readonly unit: Unit;
  readonly jettons: Fraction;
  /** Base units of the quote. */
  readonly reserve: bigint;
  readonly value: Fraction;
  readonly time: number;
}

const FIVE_PERCENT = new Fraction(5n, 100n);
const ONE_PERCENT = new Fraction(1n, 100n);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the pools whose formula, reserves and price are known and agree. */
function exitPool(world: World, market: Market): ExitPool[] {
  const { type = 'JTN_MRKT_LINEAR' } = market.pool;
  if (!/^(jtn_mrkt_linear|volatile|constant_product)$/i.test(type)) return [];
  const now = { time: world.clock };
  const latest = latestReserves(world, market.pool);
  const tick = latestTick(world, market.pool.address, now);
  const unit = unitOf(world, market.counterpart);
  const price = unit && assetValue(world, market.counterpart, unit, now);
  if (!latest || !tick || !price) return [];
  const [asset, counterpart] = market.side === 0 ? latest.reserves : latest.reserves.toReversed();
  if (!asset || !counterpart) return [];
  const jettons = wholeUnits(world, market.jetton, asset);
  const quote = wholeUnits(world, market.counterpart, counterpart);
  if (!isClose(jettons.times(ratio(world, market, tick)), quote, FIVE_PERCENT)) return [];
  return [{ market, unit, jettons, reserve: counterpart, value: quote.times(price), time: latest.time }];
}

/** Returns the unit in which an asset has a price that does not follow TON/USD. */
function unitOf(world: World, asset: RawAddress): Unit | undefined {
  if (asset === TON_ADDRESS) return 'ton';
  if (world.stables.has(asset)) return 'usd';
  const direct = directMarket(world, asset);
  return direct && unitOf(world, direct.counterpart);
}

function isClose(value: Fraction, to: Fraction, tolerance: Fraction): boolean {
  const difference = value.minus(to);
  const size = difference.compare(ZERO) < 0 ? ZERO.minus(difference) : difference;
  return size.compare(to.times(tolerance)) <= 0;
}

const priceOf = ({ value, jettons }: ExitPool) => value.over(jettons);

/** Returns the pools priced in a unit among which a sale is divided: the deepest one first. */
function splitOf(pools: readonly ExitPool[], unit: Unit, reference: Market): ExitPool[] {
  const sorted = pools
    .filter((pool) => pool.unit === unit)
    .toSorted((a, b) => {
      if (a.market === reference || b.market === reference) return a.market === reference ? -1 : 1;
      return b.value.compare(a.value) || (a.market.pool.address < b.market.pool.address ? -1 : 1);
    });
  const [deepest] = sorted;
  if (!deepest) return [];
  return sorted.filter(
    (pool) => isClose(priceOf(pool), priceOf(deepest), ONE_PERCENT) && pool.time >= deepest.time - HOUR,
  );
}

/** Returns the pools among which a sale is divided, with values in USD. Undefined if that of the deepest pool is unknown. */
export function exitSplit(world: World, jetton: RawAddress): readonly ExitPool[] | undefined {
  const reference = referenceMarket(world, jetton);
  const pools = marketsOf(world, jetton).flatMap((market) => exitPool(world, market));
  if (!reference || !pools.some(({ market }) => market === reference)) return undefined;
  const rate = tonInUsd(world, { time: world.clock });
  const inUsd = (pool: ExitPool, factor: Fraction) => ({ ...pool, value: pool.value.times(factor) });
  const fromTon = rate ? splitOf(pools, 'ton', reference).map((pool) => inUsd(pool, rate)) : [];
  const fromUsd = splitOf(pools, 'usd', reference);
  const [a, b] = [fromTon[0], fromUsd[0]];
  if (a && b && isClose(priceOf(a), priceOf(b), ONE_PERCENT)) return [...fromTon, ...fromUsd];
  const deeper = depthOf(fromTon).compare(depthOf(fromUsd)) > 0 ? fromTon : fromUsd;
  return deeper.length > 0 ? deeper : undefined;
}

function depthOf(pools: readonly ExitPool[]): Fraction {
  return sumOfDefined(pools.map(({ value }) => value)) ?? ZERO;
}

/**
 * Returns what a sale of jettons worth `usd` brings in USD, by selling to each pool in proportion to its reserves. Undefined if
 * unknown.
 */
export function exitValue(world: World, jetton: RawAddress, usd: bigint): Fraction | undefined {
  const pools = exitSplit(world, jetton);
  if (!pools) return undefined;
  const jettons = sumOfDefined(pools.map((pool) => pool.jettons)) ?? ONE;
  const sold = new Fraction(usd).over(depthOf(pools).over(jettons));
  const parts = pools.map((pool) => {
    const paid = sold.times(pool.jettons).over(jettons);
    return pool.value.times(paid).over(pool.jettons.plus(paid));
  });
  return sumOfDefined(parts);
}

/**
 * Returns what such a sale would bring if each pool had as much of the quote as at its lowest of 30 days in UTC, at the prices of
 * now. Undefined if unknown.
 */
export function worstExitValue(world: World, jetton: RawAddress, usd: bigint): Fraction | undefined {
  const pools = exitSplit(world, jetton);
  if (!pools) return undefined;
  const depth = sumOfDefined(pools.map((pool) => pool.value.times(lowestShare(world, pool)))) ?? ZERO;
  const sold = new Fraction(usd);
  return sold.times(depth).over(sold.plus(depth));
}

/** Returns the lowest reserve of the quote in a pool as a share of that of now. */
function lowestShare(world: World, { market, reserve: current }: ExitPool): Fraction {
  const { pool, side } = market;
  const start = Math.floor(world.clock / DAY) * DAY - 29 * DAY;
  const known = [...swapsOf(world, pool.address), ...(pool.reported ? [pool.reported] : [])].filter(
    ({ time }) => time >= start && time <= world.clock,
  );
  const shares = known
    .flatMap(({ reserves }) => (reserves ? new Fraction(reserves[side === 0 ? 1 : 0]) : []))
    .map((reserve) => reserve.over(new Fraction(current)));
  return shares.reduce((lowest, share) => (share.compare(lowest) < 0 ? share : lowest), ONE);
}

/** Whether the reference market has nothing of the counterpart, so that a sale brings nothing. */
function isDrained(world: World, jetton: RawAddress): boolean {
  const reference = referenceMarket(world, jetton);
  const latest = reference && latestReserves(world, reference.pool);
  return latest?.reserves[reference?.side === 0 ? 1 : 0] === 0n;
}

/** Returns the field of a jetton with what sales bring, omitted if unknown. */
export function expectedExit(world: World, jetton: RawAddress) {
  if (isDrained(world, jetton)) {
    const nothing = { usd1k: fiatAmount(ZERO), usd10k: fiatAmount(ZERO) };
    return { exit: { ...nothing, worst: nothing } };
  }
  const values = (valueWith: typeof exitValue) => {
    const [usd1k, usd10k] = [1_000n, 10_000n].map((usd) => valueWith(world, jetton, usd));
    return usd1k && usd10k && { usd1k: fiatAmount(usd1k), usd10k: fiatAmount(usd10k) };
  };
  const [now, worst] = [values(exitValue), values(worstExitValue)];
  return now && worst ? { exit: { ...now, worst } } : {};
}
