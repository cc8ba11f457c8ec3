import { type RawAddress, toUserFriendly } from '#contract/address.ts';
import { type Amount, amountFromDecimal } from '#contract/amount.ts';
import { type FormattedChange, formatChange } from '#contract/format/format-change.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { type FormattedPrice, formatPrice } from '#contract/format/format-price.ts';
import { formatDateTime } from '#contract/format/format-time.ts';
import { sanitizeText } from '#contract/format/sanitize-text.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { verificationLabels } from '#contract/format/verification-labels.ts';
import type { PageSummary } from '#service/queries/page-summary.ts';

/** What a stranger is called, best first: where no font has the letters of one, the next is drawn. */
export type Called = readonly [string, ...string[]];

export interface CardPrice {
  readonly before: string;
  readonly price: FormattedPrice;
  readonly unit: string;
}

/** How far somebody has checked a jetton; with the mark of that where anybody has. */
export interface Standing {
  readonly text: string;
  readonly mark: 'accent' | 'muted' | undefined;
}

/** All that a picture of a page says, written as it is drawn: where it is the same, so is the picture. */
export interface CardText {
  readonly pair: readonly Called[];
  readonly name: Called;
  /** Of the pool, where the page is about one. */
  readonly exchange: string | undefined;
  readonly standing: Standing | undefined;
  /** Undefined where nobody has to be warned. */
  readonly warning: string | undefined;
  /** The first is the one to look at. */
  readonly prices: readonly CardPrice[];
  readonly change: FormattedChange | undefined;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly moment: string;
  readonly line: readonly (number | null)[];
}

export interface CardSubject {
  readonly card: PageSummary;
  readonly address: RawAddress;
  readonly poolAddress: RawAddress | undefined;
  /** Of the last week. */
  readonly line: readonly (number | null)[];
  readonly now: Date;
}

/** One price is read closer than a column of them. */
const DIGITS = 5;

export function createCardText({ card, address, poolAddress, line, now }: CardSubject): CardText {
  const counterpart = poolAddress === undefined ? null : card.counterpart;
  const short = shortenAddress(toUserFriendly(address));
  const symbol = called(card.symbol, card.name, short);
  return {
    pair: counterpart === null ? [symbol] : [symbol, called(counterpart, '?')],
    name: sanitizeText(card.name) === symbol[0] ? [short] : called(card.name, short),
    exchange: poolAddress === undefined || card.exchange === null ? undefined : sanitizeText(card.exchange),
    standing: standingOf(card),
    warning: warningOf(card),
    prices: counterpart === null ? pricesOf(card) : poolPricesOf(card, sanitizeText(counterpart) || '?'),
    change: card.changeDay === null ? undefined : formatChange(card.changeDay),
    facts: counterpart === null ? factsOf(card) : liquidityOf(card),
    moment: `${formatDateTime(card.calculatedAt === null ? now : new Date(card.calculatedAt))} UTC`,
    line,
  };
}

function called(...texts: Called): Called {
  const [best = '?', ...others] = texts.map(sanitizeText).filter(Boolean);
  return [best, ...others];
}

function standingOf({ verification }: PageSummary): Standing | undefined {
  const text = verificationLabels[verification];
  if (verification === 'JVS_SCAM') return undefined;
  if (verification === 'JVS_NONE') return { text, mark: undefined };
  return { text, mark: verification === 'JVS_VERIFIED' ? 'accent' : 'muted' };
}

/** Undefined where nobody has to be warned. */
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

function pricesOf({ priceUsd, priceTon }: PageSummary): CardPrice[] {
  return [...dollars(priceUsd), ...inUnits(priceTon, 'TON')];
}

function poolPricesOf(
  { priceCounterpart, priceTon, priceUsd }: PageSummary,
  counterpart: string,
): CardPrice[] {
  const others = [...dollars(priceUsd), ...(counterpart === 'TON' ? [] : inUnits(priceTon, 'TON'))];
  return [...inUnits(priceCounterpart, counterpart), ...others];
}

function dollars(price: string | null): CardPrice[] {
  return price === null ? [] : [{ before: '$', price: shown(price), unit: '' }];
}

function inUnits(price: string | null, unit: string): CardPrice[] {
  return price === null ? [] : [{ before: '', price: shown(price), unit }];
}

function shown(price: string): FormattedPrice {
  return formatPrice(amountFromDecimal(price), DIGITS);
}

function factsOf(card: PageSummary): CardText['facts'] {
  const { holdersCount } = card;
  const holders = holdersCount === null ? [] : [{ label: 'Holders', value: formatCount(holdersCount) }];
  return [...liquidityOf(card), ...holders];
}

function liquidityOf({ liquidityUsd }: PageSummary): CardText['facts'] {
  return liquidityUsd === null ? [] : [{ label: 'Liquidity', value: sumOf(amountFromDecimal(liquidityUsd)) }];
}

function sumOf(amount: Amount): string {
  const { digits, unit } = formatCompactAmount(amount);
  return `$${digits}${unit}`;
}
