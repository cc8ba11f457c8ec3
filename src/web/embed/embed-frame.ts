import { intervals } from '#web/chart/bars/intervals.ts';
import { emptyText, requestedBars } from '#web/chart/bars/requested-range.ts';
import { ChartNavigation, KEYBOARD_HINT } from '#web/chart/chart-navigation.ts';
import { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, ranges } from '#web/chart/chart-view.ts';
import { downsamplingText } from '#web/chart/rendering/downsampling-text.ts';
import { rangeText } from '#web/chart/rendering/range-text.ts';
import type { SessionState } from '#web/chart/session-state.ts';
import {
  button,
  chartElement,
  choice,
  element,
  footerElement,
  pairLink,
  preferredHeight,
  summaryElement,
} from './embed-elements.ts';
import { legendOf, newestPrice, unitOf } from './embed-legend.ts';
import { type EmbedCommand, type EmbedMessage, tell } from './embed-messages.ts';
import type { EmbedOptions, EmbedTheme } from './embed-options.ts';
import { embedTickFetcher, fetchPair, type Pair } from './embed-requests.ts';
import { type EmbedStatus, embedStatus } from './embed-status.ts';

type Known = EmbedOptions & { readonly address: string; readonly poolAddress: string };

/** One embedded chart: its lines of text, its buttons, its chart. */
export class EmbedFrame {
  readonly #options: Known;
  readonly #session: ChartSession;
  readonly #parts = {
    pair: element('div', 'line'),
    name: element('span', 'name'),
    price: element('span', 'price'),
    toolbar: element('div', 'line toolbar'),
    legend: element('div', 'legend'),
    said: element('div', 'said'),
    chart: chartElement(),
    summary: summaryElement(),
    foot: footerElement(),
  };
  #view: ChartView;
  #pair: Pair | undefined;
  /** What the holding page was told last, of each kind. */
  readonly #told = new Map<string, string>();

  constructor(body: HTMLElement, options: Known) {
    this.#options = options;
    this.#view = options.view;
    const spoken = this.#place(body);
    const { chart } = this.#parts;
    this.#wear(options.theme);
    this.#session = new ChartSession(chart, this.#view, {
      ask: embedTickFetcher(options.address, options.poolAddress),
      onMoved: () => undefined,
      hasCounts: options.swaps,
      isLive: options.live,
      locale: options.locale,
    });
    new ChartNavigation(chart, this.#session, (text) => {
      spoken.textContent = text;
    });
    this.#session.state.subscribe((state) => this.#follow(state));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
      this.#session.updateColours(),
    );
    this.#drawToolbar();
    this.#label();
    void this.#name();
    this.#measure(body);
  }

  take(wish: EmbedCommand): void {
    if (wish.type === 'setTheme') {
      this.#wear(wish.theme);
      this.#session.updateColours();
    } else if (wish.type === 'setInterval') this.#look({ interval: wish.interval });
    else this.#look({ quote: wish.quote });
  }

  /** Answers the element whose text is spoken. */
  #place(body: HTMLElement): HTMLElement {
    const { pair, name, price, toolbar, legend, chart, said, summary, foot } = this.#parts;
    const { info, toolbar: hasToolbar, legend: hasLegend } = this.#options;
    pair.append(name, price);
    said.setAttribute('role', 'status');
    const frame = element('div', 'frame');
    frame.append(chart, said);
    const spoken = element('div', 'visually-hidden');
    spoken.setAttribute('aria-live', 'polite');
    body.append(
      ...(info ? [pair] : []),
      ...(hasToolbar ? [toolbar] : []),
      ...(hasLegend ? [legend] : []),
      frame,
      foot,
      summary,
      spoken,
    );
    return spoken;
  }

  /** Tells the height that would suit, whatever the frame has now. */
  #measure(body: HTMLElement): void {
    const { pair, toolbar, legend, foot } = this.#parts;
    const lines = [pair, toolbar, legend, foot];
    const observer = new ResizeObserver(() => {
      const above = lines.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
      this.#tell({ type: 'height', height: above + preferredHeight(body.clientWidth) });
    });
    for (const part of [body, ...lines]) observer.observe(part);
  }

  #look(change: Partial<ChartView>): void {
    this.#view = { ...this.#view, ...change };
    this.#session.look(this.#view);
    this.#drawToolbar();
    this.#label();
  }

  #wear(theme: EmbedTheme): void {
    const { documentElement: root } = document;
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const [name, colour] of Object.entries(this.#options.colours))
      root.style.setProperty(`--${name}`, colour);
  }

  async #name(): Promise<void> {
    const { address, poolAddress } = this.#options;
    const pair = await fetchPair(address, poolAddress, new AbortController().signal).catch(() => undefined);
    this.#pair = pair;
    this.#label();
    this.#parts.name.replaceChildren(pairLink(address, poolAddress, pair));
    document.title = `${pair ? `${pair.symbol} / ${pair.counterpart}` : 'Chart'} · Jetscope`;
    this.#follow(this.#session.state.getState());
  }

  #label(): void {
    const pair = this.#pair;
    const name = pair ? `Price of ${pair.symbol} / ${pair.counterpart} in ${this.#unit}` : 'Price';
    this.#parts.chart.setAttribute('aria-label', `${name}. ${KEYBOARD_HINT}`);
  }

  /** What prices are in, as soon as it is known. */
  get #unit(): string {
    return unitOf(this.#view, this.#pair?.counterpart ?? '');
  }

  #drawToolbar(): void {
    const { interval, range } = this.#view;
    this.#parts.toolbar.replaceChildren(
      ...ranges.map((name) =>
        choice(name === 'all' ? 'All' : name, range === name, () => {
          if (this.#view.range === name) this.#session.again();
          else this.#look({ range: name });
        }),
      ),
      element('span', 'muted', '·'),
      ...intervals
        .filter((name) => name !== 'tick' && name !== '1s' && name !== '1w')
        .map((name) => choice(name, interval === name, () => this.#look({ interval: name }))),
    );
  }

  #follow(state: SessionState): void {
    const { answer, feed, pointed } = state;
    const hasBars = answer !== undefined && answer.bars.length > 0;
    const said = embedStatus(feed, hasBars);
    const missing = emptyText(state);
    const text = said.text || missing || (answer ? downsamplingText(answer) : '');
    this.#say({ ...(missing && { tells: 'ready' }), ...said, text });
    if (!hasBars) return;
    // Bars are told of before it is known which of them are seen.
    if (!feed.isLoading) queueMicrotask(() => this.#tellRange());
    const { legend, price, summary } = this.#parts;
    const seen = requestedBars(state);
    summary.textContent = seen ? rangeText(answer, seen, this.#view.zone, this.#unit) : '';
    price.textContent = newestPrice(answer, this.#view, this.#unit);
    const marks = legendOf(answer, pointed ?? answer.bars.length - 1, this.#view, this.#options.swaps);
    legend.replaceChildren(...marks.map(([text, className = '']) => element('span', className, text)));
  }

  #say({ text, tells, canRetry }: EmbedStatus): void {
    const { said } = this.#parts;
    if (tells) this.#tell(tells === 'ready' ? { type: 'ready' } : { type: 'error', message: text }, 'state');
    if (said.dataset.text === text) return;
    said.dataset.text = text;
    const retry = button('Retry', () => {
      this.#session.retry();
      if (!this.#pair) void this.#name();
    });
    said.replaceChildren(text, ...(canRetry ? [retry] : []));
  }

  #tellRange(): void {
    const { span } = this.#session;
    if (span) this.#tell({ type: 'range', ...span });
  }

  /** Nothing twice in a row. */
  #tell(message: EmbedMessage, kind: string = message.type): void {
    const text = JSON.stringify(message);
    if (this.#told.get(kind) === text) return;
    this.#told.set(kind, text);
    tell(message);
  }
}
