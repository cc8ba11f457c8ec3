import { type Interval, intervals } from '#web/chart/bars/intervals.ts';
import { type PriceUnit, priceUnits } from '#web/money/price-unit.ts';
import { type EmbedTheme, embedThemes } from './embed-options.ts';

/** Messages from an embed to its host page. */
export type EmbedMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'range'; readonly from: number; readonly to: number }
  | { readonly type: 'height'; readonly height: number };

/** Messages from the host page. */
export type EmbedCommand =
  | { readonly type: 'setTheme'; readonly theme: EmbedTheme }
  | { readonly type: 'setInterval'; readonly interval: Interval }
  | { readonly type: 'setQuote'; readonly quote: PriceUnit };

/** Posts to any origin: the messages contain no confidential data. */
export function postToHost(message: EmbedMessage): void {
  if (parent !== window) parent.postMessage({ source: 'jetscope', ...message }, '*');
}

/** Returns undefined if the data is not a valid command. */
export function parseCommand(data: unknown): EmbedCommand | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, theme, interval, quote } = data as Readonly<Record<string, unknown>>;
  const [validTheme] = embedThemes.filter((value) => value === theme);
  const [validInterval] = intervals.filter((value) => value === interval);
  const [validQuote] = priceUnits.filter((value) => value === quote);
  if (type === 'setTheme' && validTheme) return { type, theme: validTheme };
  if (type === 'setInterval' && validInterval) return { type, interval: validInterval };
  return type === 'setQuote' && validQuote ? { type, quote: validQuote } : undefined;
}

/** Ignores messages from other windows than the host page. */
export function onCommand(listener: (command: EmbedCommand) => void): void {
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const command = source === parent && parent !== window ? parseCommand(data) : undefined;
    if (command) listener(command);
  });
}
