import { toUserFriendly } from '#contract/address.ts';
import { type ChartView, viewQuery } from '#web/chart/chart-view.ts';
import { stringifyQuery } from '#web/url/query-text.ts';

export interface EmbedChoice {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly toolbar: boolean;
  readonly legend: boolean;
  readonly info: boolean;
}

export const usualEmbed: EmbedChoice = { theme: 'auto', toolbar: true, legend: true, info: true };

/** Path and query of an embed that shows a view. */
export function embedUrl(address: string, poolAddress: string, view: ChartView, choice: EmbedChoice): string {
  const flags = (['toolbar', 'legend', 'info'] as const).filter((name) => !choice[name]);
  const query = {
    ...viewQuery(view),
    ...(choice.theme !== 'auto' && { theme: choice.theme }),
    ...Object.fromEntries(flags.map((name) => [name, '0'])),
  };
  return `/embed/${toUserFriendly(address)}/${toUserFriendly(poolAddress)}${stringifyQuery(query)}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? '');
}

/** The markup that puts an embed into a page of any width. */
export function embedCode(url: string, title: string): string {
  return `<iframe src="${escaped(url)}" title="${escaped(title)}" loading="lazy" allow="fullscreen; clipboard-write" style="width: 100%; aspect-ratio: 16 / 9; min-height: 320px; border: 0"></iframe>`;
}
