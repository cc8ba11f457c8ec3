import { type Amount, decimalFromAmount } from '#contract/amount.ts';

/** All digits of an amount but the zeros that end its fraction: what the page says on hover. */
export function wholeAmount(amount: Amount | undefined): string {
  if (!amount) return 'unknown';
  const [whole = '', fraction = ''] = decimalFromAmount(amount).split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept ? `${whole}.${kept}` : whole;
}
