import { type Amount, amountFromDecimal } from '#contract/amount.ts';

/** Converts null to undefined: responses omit unknown values. */
export function optional<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

/** Converts a decimal number to an Amount with the same number of decimals, and null to undefined. */
export function optionalAmount(decimal: string | null): Amount | undefined {
  return decimal === null ? undefined : amountFromDecimal(decimal);
}
