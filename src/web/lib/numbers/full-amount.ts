import { type Amount, decimalFromAmount } from '#contract/amount.ts';

/** Every digit of an amount, for titles, screen readers and copying; zeros that end a fraction say nothing. */
export function fullAmountText(amount: Amount): string {
  const text = decimalFromAmount(amount);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
