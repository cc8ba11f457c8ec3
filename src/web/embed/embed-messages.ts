import { type Interval, intervals } from '#web/chart/bars/intervals.ts';
import { type Quote, quotes } from '#web/chart/ticks/ticks.ts';
import { type EmbedTheme, embedThemes } from './embed-options.ts';

/** What an embed tells the page that holds it. */
export type EmbedMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'range'; readonly from: number; readonly to: number }
  | { readonly type: 'height'; readonly height: number };

/** What that page may ask of it. */
export type EmbedCommand =
  | { readonly type: 'setTheme'; readonly theme: EmbedTheme }
  | { readonly type: 'setInterval'; readonly interval: Interval }
  | { readonly type: 'setQuote'; readonly quote: Quote };

/** To whatever page that is: nothing in it is anybody's secret. */
export function tell(message: EmbedMessage): void {
  if (parent !== window) parent.postMessage({ source: 'jetscope', ...message }, '*');
}

/** A wish that is understood; undefined otherwise. */
export function parseCommand(data: unknown): EmbedCommand | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, theme, interval, quote } = data as Readonly<Record<string, unknown>>;
  const [knownTheme] = embedThemes.filter((known) => known === theme);
  const [knownInterval] = intervals.filter((known) => known === interval);
  const [knownQuote] = quotes.filter((known) => known === quote);
  if (type === 'setTheme' && knownTheme) return { type, theme: knownTheme };
  if (type === 'setInterval' && knownInterval) return { type, interval: knownInterval };
  return type === 'setQuote' && knownQuote ? { type, quote: knownQuote } : undefined;
}

/** Wishes of the page that holds the embed alone. */
export function onCommand(onWish: (wish: EmbedCommand) => void): void {
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const wish = source === parent && parent !== window ? parseCommand(data) : undefined;
    if (wish) onWish(wish);
  });
}
