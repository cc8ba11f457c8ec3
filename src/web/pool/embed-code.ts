import { toUserFriendly } from '#contract/address.ts';
import { type ChartView, viewLink } from '#web/chart/chart-view.ts';
import { stringifyQuery } from '#web/kit/device/link-state.ts';

export const embedColors = ['bg', 'up', 'down'] as const;
export type EmbedColor = (typeof embedColors)[number];

export interface EmbedSettings {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly toolbar: boolean;
  readonly legend: boolean;
  readonly info: boolean;
  readonly live: boolean;
  /** As `#rrggbb`. Default: the colors of the theme. */
  readonly colors: Readonly<Partial<Record<EmbedColor, string>>>;
  /** Language of dates. Empty for the default. */
  readonly locale: string;
}

export const DEFAULT_EMBED_SETTINGS: EmbedSettings = {
  theme: 'auto',
  toolbar: true,
  legend: true,
  info: true,
  live: true,
  colors: {},
  locale: '',
};

/** Returns the path and query of an embed that shows a view. */
export function embedUrl(
  address: string,
  poolAddress: string,
  view: ChartView,
  settings: EmbedSettings,
): string {
  const flags = (['toolbar', 'legend', 'info', 'live'] as const).filter((name) => !settings[name]);
  const colors = Object.entries(settings.colors).map(([name, color]) => [name, color.replace('#', '')]);
  const query = {
    ...viewLink.serialize(view),
    ...(settings.theme !== 'auto' && { theme: settings.theme }),
    ...Object.fromEntries(flags.map((name) => [name, '0'])),
    ...Object.fromEntries(colors),
    ...(settings.locale && { locale: settings.locale }),
  };
  return `/embed/${toUserFriendly(address)}/${toUserFriendly(poolAddress)}${stringifyQuery(query)}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? '');
}

/** Returns the HTML that embeds the chart in a page of any width. */
export function embedCode(url: string, title: string): string {
  return `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" loading="lazy" allow="fullscreen; clipboard-write" style="width: 100%; aspect-ratio: 16 / 9; min-height: 320px; border: 0"></iframe>`;
}
