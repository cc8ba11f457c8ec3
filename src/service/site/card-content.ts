import { type RawAddress, toUserFriendly } from '#contract/address.ts';
import { type Amount, amountFromDecimal } from '#contract/amount.ts';
import { verificationLabels } from '#contract/enums.ts';
import {
  type FormattedChange,
  type FormattedPrice,
  formatChange,
  formatCompactAmount,
  formatCount,
  formatPrice,
} from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { formatDateTime } from '#contract/format/format-time.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { sanitizeText } from '#contract/text.ts';
import type { PageSummary } from '#service/operations/page-summary.ts';

/** Untrusted names of a jetton, best first. If no font can show a name, the next one is used. */
export type NameCandidates = readonly [string, ...string[]];

export interface CardPrice {
  readonly prefix: string;
  readonly price: FormattedPrice;
  readonly unit: string;
}

export interface VerificationLabel {
  readonly text: string;
  /** Undefined for jettons without a badge. */
  readonly badgeColor: 'accent' | 'muted' | undefined;
}

/** The content of a social image as shown. Equal content renders an equal image. */
export interface CardContent {
  /** The jetton, and on pool pages its counterpart. */
  readonly pair: readonly NameCandidates[];
  readonly name: NameCandidates;
  /** Exchange of the pool; undefined on jetton pages. */
  readonly exchange: string | undefined;
  readonly verification: VerificationLabel | undefined;
  readonly warning: string | undefined;
  /** The first is shown largest. */
  readonly prices: readonly CardPrice[];
  /** Over 24 hours. Not a move if there were no trades. */
  readonly change: (FormattedChange & { readonly isTraded: boolean }) | undefined;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly timestamp: string;
  /** Prices of the last week at equal intervals; null if unknown. */
  readonly line: readonly (number | null)[];
}

export interface CardSource {
  readonly summary: PageSummary;
  /** Symbol of the native coin, the unit of `priceTon`. */
  readonly nativeSymbol: string;
  readonly address: RawAddress;
  readonly poolAddress: RawAddress | undefined;
  /** Prices of the last week at equal intervals; null if unknown. */
  readonly line: readonly (number | null)[];
  readonly now: Date;
}

/** Significant digits of prices: more than in tables, because a card has room for them. */
const DIGITS = 5;

export function createCardContent({
  summary,
  nativeSymbol,
  address,
  poolAddress,
  line,
  now,
}: CardSource): CardContent {
  const counterpart = poolAddress === undefined ? null : summary.counterpart;
  const short = shortenAddress(toUserFriendly(address));
  const symbol = nameCandidates(summary.symbol, summary.name, short);
  return {
    pair: counterpart === null ? [symbol] : [symbol, nameCandidates(counterpart, '?')],
    name: sanitizeText(summary.name) === symbol[0] ? [short] : nameCandidates(summary.name, short),
    exchange:
      poolAddress === undefined || summary.exchange === null ? undefined : exchangeName(summary.exchange),
    verification: verificationOf(summary),
    warning: warningOf(summary),
    prices:
      counterpart === null
        ? pricesOf(summary, nativeSymbol)
        : poolPricesOf(summary, sanitizeText(counterpart) || '?', nativeSymbol),
    change:
      summary.changeDay === null
        ? undefined
        : { ...formatChange(summary.changeDay), isTraded: summary.isTradedInDay },
    facts: counterpart === null ? factsOf(summary) : liquidityOf(summary),
    timestamp: `${formatDateTime(summary.calculatedAt === null ? now : new Date(summary.calculatedAt))} UTC`,
    line,
  };
}

function nameCandidates(...texts: NameCandidates): NameCandidates {
  const [best = '?', ...others] = texts.map(sanitizeText).filter(Boolean);
  return [best, ...others];
}

function verificationOf({ verification }: PageSummary): VerificationLabel | undefined {
  const text = verificationLabels[verification];
  if (verification === 'JVS_SCAM') return undefined;
  if (verification === 'JVS_NONE') return { text, badgeColor: undefined };
  return { text, badgeColor: verification === 'JVS_VERIFIED' ? 'accent' : 'muted' };
}

/** Returns the warnings about a jetton, or undefined if there are none. */
export function warningOf({
  verification,
  modifiedContract,
}: Pick<PageSummary, 'verification' | 'modifiedContract'>): string | undefined {
  const warnings = [
    ...(verification === 'JVS_SCAM' ? ['Marked as scam'] : []),
    ...(modifiedContract ? ['Modified contract'] : []),
  ];
  return warnings.length > 0 ? warnings.join(' · ') : undefined;
}

function pricesOf({ priceUsd, priceTon }: PageSummary, nativeSymbol: string): CardPrice[] {
  return [...pricesInUsd(priceUsd), ...pricesInUnit(priceTon, nativeSymbol)];
}

function poolPricesOf(
  { priceCounterpart, priceTon, priceUsd, isCounterpartNative }: PageSummary,
  counterpart: string,
  nativeSymbol: string,
): CardPrice[] {
  return [
    ...pricesInUnit(priceCounterpart, counterpart),
    ...pricesInUsd(priceUsd),
    ...(isCounterpartNative ? [] : pricesInUnit(priceTon, nativeSymbol)),
  ];
}

function pricesInUsd(price: string | null): CardPrice[] {
  return price === null ? [] : [{ prefix: '$', price: formatCardPrice(price), unit: '' }];
}

function pricesInUnit(price: string | null, unit: string): CardPrice[] {
  return price === null ? [] : [{ prefix: '', price: formatCardPrice(price), unit }];
}

function formatCardPrice(price: string): FormattedPrice {
  return formatPrice(amountFromDecimal(price), DIGITS);
}

function factsOf(summary: PageSummary): CardContent['facts'] {
  const { holdersCount } = summary;
  const holders = holdersCount === null ? [] : [{ label: 'Holders', value: formatCount(holdersCount) }];
  return [...liquidityOf(summary), ...holders];
}

function liquidityOf({ liquidityUsd }: PageSummary): CardContent['facts'] {
  return liquidityUsd === null
    ? []
    : [{ label: 'Liquidity', value: formatUsd(amountFromDecimal(liquidityUsd)) }];
}

function formatUsd(amount: Amount): string {
  const { digits, unit } = formatCompactAmount(amount);
  return `$${digits}${unit}`;
}
