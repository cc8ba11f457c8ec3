import { priceLabel } from '#contract/format/format-numbers.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { defaultNativeCoin, NATIVE_COIN_TAG, type NativeCoin } from '#contract/native-coin.ts';
import { embedTheme, isOn } from '#contract/page-links.ts';
import { sanitizeText } from '#contract/text.ts';
import type { PageSummary } from '#service/operations/page-summary.ts';
import { warningOf } from './card-content.ts';
import { type Html, html } from './html.ts';
import { type JettonPagePath, pagePath, socialImagePath } from './page-path.ts';

type TitleFields = Pick<PageSummary, 'name' | 'symbol' | 'exchange' | 'counterpart'>;

type SharedFields = TitleFields & Pick<PageSummary, 'priceUsd' | 'verification' | 'modifiedContract'>;

/** Returns the title of a jetton or pool page for sharing. */
export function pageTitle(summary: TitleFields, { poolAddress }: JettonPagePath): string {
  const name = sanitizeText(summary.name) || 'Unnamed';
  const symbol = sanitizeText(summary.symbol) || '?';
  if (poolAddress === undefined || summary.counterpart === null)
    return symbol === name ? name : `${name} (${symbol})`;
  const exchange = summary.exchange === null ? '' : ` on ${exchangeName(summary.exchange)}`;
  return `${symbol} / ${sanitizeText(summary.counterpart) || '?'}${exchange}`;
}

/**
 * Returns the page with meta tags for clients that do not run scripts, such as link previews. Without a base URL, it
 * contains no absolute links. `view`: query string with the chart parameters of the page.
 */
export function withMetaTags(
  index: string,
  summary: SharedFields,
  page: JettonPagePath,
  baseUrl: string | undefined,
  view = '',
): string {
  const title = pageTitle(summary, page);
  const description = descriptionOf(summary);
  const content = `${description}. Prices, liquidity and markets on Jetscope.`;
  const image = (baseUrl ?? '') + socialImagePath(page);
  const tags: readonly [RegExp, Html][] = [
    [
      /<title>[^<]*<\/title>/,
      html`<title>${title} · Jetscope</title>${baseUrl === undefined ? undefined : linksOf(title, page, baseUrl, view)}`,
    ],
    [/<meta name="description"[^>]*>/, html`<meta name="description" content="${content}" />`],
    [/<meta property="og:title"[^>]*>/, html`<meta property="og:title" content="${title}" />`],
    [/<meta property="og:description"[^>]*>/, html`<meta property="og:description" content="${content}" />`],
    [/<meta property="og:image"[^>]*>/, html`<meta property="og:image" content="${image}" />`],
    [
      /<meta property="og:image:alt"[^>]*>/,
      html`<meta property="og:image:alt" content="${title}. ${description}. Price chart of the last 7 days." />`,
    ],
  ];
  return tags.reduce((text, [pattern, tag]) => text.replace(pattern, () => tag.text), index);
}

type PairFields = Pick<PageSummary, 'symbol' | 'counterpart' | 'isCounterpartNative' | 'priceCounterpart'>;

/**
 * Adds the pair of an embed and its price to the document, so that they are shown before its scripts are loaded, which
 * take the elements over. `parameters`: those of its URL.
 */
export function withPair(
  embed: string,
  summary: PairFields,
  page: JettonPagePath,
  parameters: URLSearchParams,
): string {
  if (!isOn(parameters.get('info'))) return embed;
  const symbolOf = (text: string | null) => sanitizeText(text ?? '') || '?';
  const counterpart = symbolOf(summary.counterpart);
  const price = isInCounterpart(parameters, summary) ? summary.priceCounterpart : null;
  const line = html`
      <div class="line">
        <span class="name"><a class="pair" href="${pagePath(page)}" target="_blank" rel="noopener">${symbolOf(summary.symbol)} / ${counterpart}</a></span>
        <span class="price">${price === null ? '' : `${priceLabel(Number(price))} ${counterpart}`}</span>
      </div>`;
  return embed.replace('</h1>', (end) => end + line.text);
}

/** Whether an embed shows the present price in the counterpart. Its other prices are at the rates of the last trade. */
function isInCounterpart(parameters: URLSearchParams, { isCounterpartNative }: PairFields): boolean {
  const quote = parameters.get('quote') ?? parameters.get('chartType')?.toLowerCase();
  return quote !== 'usd' && (quote !== 'ton' || isCounterpartNative) && !parameters.has('from');
}

/** Applies the theme in the URL of an embed, so that its first paint has it. */
export function withTheme(embed: string, parameters: URLSearchParams): string {
  const theme = embedTheme(parameters);
  return theme === 'auto' ? embed : embed.replace('<html ', `<html data-theme="${theme}" `);
}

/** Adds the names of the native coin, which the page reads at startup, unless they are the default. */
export function withNativeCoin(index: string, { name, symbol }: NativeCoin): string {
  if (name === defaultNativeCoin.name && symbol === defaultNativeCoin.symbol) return index;
  const tag = html`<meta name="${NATIVE_COIN_TAG}" content="${symbol}" data-name="${name}" />`;
  return index.replace('</head>', () => `  ${tag.text}\n  </head>`);
}

function linksOf(title: string, page: JettonPagePath, baseUrl: string, view: string): Html {
  const url = baseUrl + pagePath(page);
  const oembed = `${baseUrl}/oembed?format=json&url=${encodeURIComponent(url + view)}`;
  return html`
    <link rel="alternate" type="application/json+oembed" href="${oembed}" title="${title}" />
    <link rel="canonical" href="${url}" />
    <meta property="og:url" content="${url}" />`;
}

function descriptionOf(summary: SharedFields): string {
  const price = summary.priceUsd === null ? 'No price' : `${shortPrice(summary.priceUsd)} USD`;
  const warning = warningOf(summary);
  return warning === undefined ? price : `${warning}. ${price}`;
}

const DIGITS = 6;

/** Shortens a decimal price to six significant digits; whole digits are never cut. */
function shortPrice(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  if (whole !== '0')
    return fraction
      ? `${whole}.${fraction.slice(0, Math.max(DIGITS - whole.length, 0))}`.replace(/\.?0*$/, '')
      : whole;
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return `0.${fraction.slice(0, zeros + DIGITS)}`.replace(/\.?0+$/, '');
}
