/** An exact decimal number that is not negative: digits × 10^(−scale). */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Parses a PostgreSQL `numeric` that is not negative. */
export function parseDecimal(text: string): Decimal {
  const point = text.indexOf('.');
  if (point < 0) return { digits: BigInt(text), scale: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** Returns 1 / `divisor` with `scale` decimals, rounded half up. */
export function invert({ digits, scale: from }: Decimal, scale: number): Decimal {
  return { digits: (2n * powerOfTen(from + scale) + digits) / (2n * digits), scale };
}

// As in the SQL functions `price_round` and `sum_round`: quotients are rounded, so an exact half may be slightly too
// small. Rounding to this scale first restores it.
const PRICE_GUARD_SCALE = 60;
const [MIN_DECIMALS, MAX_DECIMALS] = [9, 40];
/** Bounds of integers with nine digits; integers from the latter on may round up to one more digit. */
const [SMALLEST, ROUNDS_UP] = [100_000_000, 999_999_995];

/** Returns the Amount of a price as JSON text (numbers: amounts), like the SQL `amount_json(price_round(price))`. */
export function priceAmountJson(price: Decimal): string {
  const digits = Number(price.digits);
  const round = (decimals: number) =>
    nearestInteger(digits / doublePowerOfTen(price.scale - decimals)) ??
    toScale(price, decimals, PRICE_GUARD_SCALE);
  const enough = MIN_DECIMALS - 1 - magnitude(price, digits);
  let decimals = Math.min(Math.max(enough, MIN_DECIMALS), MAX_DECIMALS);
  let value = round(decimals);
  if (value >= ROUNDS_UP && decimals > MIN_DECIMALS) {
    const shorter = round(decimals - 1);
    if (shorter >= SMALLEST) [value, decimals] = [shorter, decimals - 1];
  } else if (value < SMALLEST && decimals < MAX_DECIMALS) {
    value = round(++decimals);
  }
  if (value < 1 && toScale(price, PRICE_GUARD_SCALE) === 0n) decimals = MIN_DECIMALS;
  return `{"value":"${value}","decimals":${decimals}}`;
}

/** Decimal exponent of the first digit; may be off by one. -Infinity for 0. */
function magnitude({ digits, scale }: Decimal, approximation: number): number {
  const inRange = Number.isFinite(approximation);
  return (inRange ? Math.floor(Math.log10(approximation)) : digits.toString().length - 1) - scale;
}

/**
 * Rounds a result of a few operations on doubles, which are several times as fast as large integers. Undefined if the
 * error could matter: the result is large or next to a rounding boundary.
 */
function nearestInteger(approximation: number): number | undefined {
  const distance = Math.abs(Math.abs(approximation % 1) - 0.5);
  // At this size, the error is below 0.0005. The comparisons are false for NaN.
  return Math.abs(approximation) < 1e12 && distance > 0.001 ? Math.round(approximation) : undefined;
}

const PERCENT_DECIMALS = 6;
const PERCENT_GUARD_SCALE = 30;
const UNITS_PER_PERCENT = 10 ** PERCENT_DECIMALS;

/** Returns the change from `previous` to `current` in percent as JSON text, like the SQL function `change_percent`. */
export function changePercentJson(current: Decimal, previous: Decimal): string {
  if (current.scale !== previous.scale) return exactPercent(current, previous);
  const before = Number(previous.digits);
  const change = (Number(current.digits) - before) / before;
  const units = nearestInteger(change * 100 * UNITS_PER_PERCENT);
  return units === undefined ? exactPercent(current, previous) : String(units / UNITS_PER_PERCENT);
}

function exactPercent(current: Decimal, previous: Decimal): string {
  const scale = Math.max(current.scale, previous.scale);
  const [now, before] = [toScale(current, scale), toScale(previous, scale)];
  if (before === 0n) return now === 0n ? '0' : '100';
  const [sign, difference] = now < before ? ['-', before - now] : ['', now - before];
  const hundred = powerOfTen(PERCENT_GUARD_SCALE + 2);
  const guarded = (2n * difference * hundred + before) / (2n * before);
  const units = toScale({ digits: guarded, scale: PERCENT_GUARD_SCALE }, PERCENT_DECIMALS);
  const text = units.toString().padStart(PERCENT_DECIMALS + 1, '0');
  const fraction = text.slice(-PERCENT_DECIMALS).replace(/0+$/, '');
  return (units === 0n ? '' : sign) + text.slice(0, -PERCENT_DECIMALS) + (fraction && `.${fraction}`);
}

/**
 * Returns the number in units of 10^(−scale), rounded half up; first to `guardScale`. Rounding twice adds both halves
 * before a single division.
 */
function toScale({ digits, scale: from }: Decimal, scale: number, guardScale = from): bigint {
  if (from <= scale) return digits * powerOfTen(scale - from);
  const guard = from > guardScale && guardScale > scale ? halfOfPower(from - guardScale) : 0n;
  return (digits + guard + halfOfPower(from - scale)) / powerOfTen(from - scale);
}

const powerOfTen = memoize((exponent) => 10n ** BigInt(exponent));
const halfOfPower = memoize((exponent) => powerOfTen(exponent) / 2n);
// Correctly rounded, unlike `**`.
const doublePowerOfTen = memoize((exponent) => Number(`1e${exponent}`));

function memoize<Value>(compute: (exponent: number) => Value): (exponent: number) => Value {
  const values = new Map<number, Value>();
  return (exponent) => {
    let value = values.get(exponent);
    if (value === undefined) {
      value = compute(exponent);
      values.set(exponent, value);
    }
    return value;
  };
}
