import { type Amount, decimalFromAmount } from '#contract/amount.ts';

/** Returns all digits of an amount without trailing zeros, for tooltips, screen readers and copying. */
export function fullAmountText(amount: Amount): string {
  const text = decimalFromAmount(amount);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
