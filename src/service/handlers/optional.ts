import { type Amount, amountFromDecimal } from '#contract/amount.ts';

/** An answer has no null: what is unknown is left out. */
export function optional<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

/** A number whose scale is its Amount's decimals. */
export function optionalAmount(decimal: string | null): Amount | undefined {
  return decimal === null ? undefined : amountFromDecimal(decimal);
}
