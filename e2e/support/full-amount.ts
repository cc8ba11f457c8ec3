import { type Amount, decimalFromAmount } from '#contract/amount.ts';

/** Formats an amount with all digits, without trailing zeros, as the page does on hover. */
export function fullAmount(amount: Amount | undefined): string {
  if (!amount) return 'unknown';
  const [whole = '', fraction = ''] = decimalFromAmount(amount).split('.');
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed ? `${whole}.${trimmed}` : whole;
}
