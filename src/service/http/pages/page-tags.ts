import { sanitizeText } from '#contract/format/sanitize-text.ts';
import type { PageSummary } from '#service/queries/page-summary.ts';
import { warningOf } from '#service/social-card/card-text.ts';
import { type Html, html } from './html.ts';
import { type JettonPagePath, pagePath, socialImagePath } from './page-path.ts';

type TitledCard = Pick<PageSummary, 'name' | 'symbol' | 'exchange' | 'counterpart'>;

type SharedCard = TitledCard & Pick<PageSummary, 'priceUsd' | 'verification' | 'modifiedContract'>;

/** The name under which a page is shared. */
export function cardTitle(card: TitledCard, { poolAddress }: JettonPagePath): string {
  const name = sanitizeText(card.name) || 'Unnamed';
  const symbol = sanitizeText(card.symbol) || '?';
  if (poolAddress === undefined || card.counterpart === null)
    return symbol === name ? name : `${name} (${symbol})`;
  const exchange = card.exchange === null ? '' : ` on ${sanitizeText(card.exchange)}`;
  return `${symbol} / ${sanitizeText(card.counterpart) || '?'}${exchange}`;
}

/**
 * The page with what programs read of it that run no scripts, such as those that draw a card of a shared link. Without
 * a base URL it names no address of the service. `view`: the chart's, from the page's address.
 */
export function withMetaTags(
  index: string,
  card: SharedCard,
  page: JettonPagePath,
  baseUrl: string | undefined,
  view = '',
): string {
  const title = cardTitle(card, page);
  const summary = summaryOf(card);
  const image = (baseUrl ?? '') + socialImagePath(page);
  const tags: readonly [RegExp, Html][] = [
    [
      /<title>[^<]*<\/title>/,
      html`<title>${title} · Jetscope</title>${baseUrl === undefined ? undefined : linksOf(title, page, baseUrl, view)}`,
    ],
    [/<meta property="og:title"[^>]*>/, html`<meta property="og:title" content="${title}" />`],
    [
      /<meta property="og:description"[^>]*>/,
      html`<meta property="og:description" content="${summary}. Prices, liquidity and markets on Jetscope." />`,
    ],
    [/<meta property="og:image"[^>]*>/, html`<meta property="og:image" content="${image}" />`],
    [
      /<meta property="og:image:alt"[^>]*>/,
      html`<meta property="og:image:alt" content="${title}. ${summary}; with a line of its last 7 days." />`,
    ],
  ];
  return tags.reduce((text, [pattern, tag]) => text.replace(pattern, () => tag.text), index);
}

function linksOf(title: string, page: JettonPagePath, baseUrl: string, view: string): Html {
  const url = baseUrl + pagePath(page);
  const oembed = `${baseUrl}/oembed?format=json&url=${encodeURIComponent(url + view)}`;
  return html`
    <link rel="alternate" type="application/json+oembed" href="${oembed}" title="${title}" />
    <link rel="canonical" href="${url}" />
    <meta property="og:url" content="${url}" />`;
}

function summaryOf(card: SharedCard): string {
  const price = card.priceUsd === null ? 'No price is known' : `${shortPrice(card.priceUsd)} USD`;
  const warning = warningOf(card);
  return warning === undefined ? price : `${warning}. ${price}`;
}

const DIGITS = 6;

/** Six digits of a price are enough for a card. */
function shortPrice(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  if (whole !== '0')
    return fraction
      ? `${whole}.${fraction.slice(0, Math.max(DIGITS - whole.length, 0))}`.replace(/\.?0*$/, '')
      : whole;
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return `0.${fraction.slice(0, zeros + DIGITS)}`.replace(/\.?0+$/, '');
}
