import { toUserFriendly } from '#contract/address.ts';
import type { EmbedTheme } from '#contract/page-links.ts';
import { isNotFound } from '#web/api/client/errors.ts';
import { intervals } from '#web/chart/bars/intervals.ts';
import { ChartNavigation, KEYBOARD_HINT } from '#web/chart/chart-navigation.ts';
import { ChartSession } from '#web/chart/chart-session.ts';
import { type ChartView, ranges } from '#web/chart/chart-view.ts';
import { barSummary, downsamplingText } from '#web/chart/rendering/visible-rows.ts';
import { emptyText, requestedBars, type SessionState } from '#web/chart/requested-range.ts';
import toggle from '#web/kit/controls/toggle-button.module.css';
import { type EmbedCommand, type EmbedMessage, type EmbedOptions, postToHost } from './embed-options.ts';
import { embedHistory, fetchIsSnapshot, fetchPair, type Pair } from './embed-requests.ts';
import {
  type EmbedStatus,
  embedStatus,
  LOADING_TEXT,
  legendItems,
  newestPrice,
  unitOf,
} from './embed-texts.ts';

const RETRY_MS = 10_000;

type EmbedTarget = EmbedOptions & { readonly address: string; readonly poolAddress: string };

/** One embedded chart with its header, toolbar and legend. */
export class EmbedFrame {
  readonly #options: EmbedTarget;
  readonly #session: ChartSession;
  readonly #parts = {
    pair: served('div', 'line'),
    name: served('span', 'name'),
    price: served('span', 'price'),
    toolbar: element('div', 'line toolbar'),
    legend: element('div', 'legend'),
    status: element('div', 'status'),
    chart: chartElement(),
    summary: summaryElement(),
    footer: footerElement(),
  };
  #view: ChartView;
  #pair: Pair | undefined;
  /** Whether the service may have new trades. */
  #isLive: boolean;
  /** Whether the chart could not be loaded. It is loaded again at intervals, as after an outage of the service. */
  #canRetry = false;
  /** The last message of each kind, as JSON. */
  readonly #lastMessages = new Map<string, string>();

  constructor(body: HTMLElement, options: EmbedTarget) {
    this.#options = options;
    this.#view = options.view;
    this.#isLive = options.live;
    const announcement = this.#appendTo(body);
    const { chart } = this.#parts;
    this.#applyTheme(options.theme);
    this.#session = new ChartSession(chart, this.#view, {
      history: embedHistory(options.address, options.poolAddress),
      onMove: () => undefined,
      hasActivity: options.swaps,
      isLive: () => this.#isLive,
      locale: options.locale,
    });
    new ChartNavigation(chart, this.#session, (text) => {
      announcement.textContent = text;
    });
    this.#session.state.subscribe((state) => this.#update(state));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#session.updateColors());
    this.#renderToolbar();
    this.#updateLabel();
    void this.#loadPair();
    if (options.live) void this.#detectSnapshot();
    this.#observeHeight(body);
    setInterval(() => {
      if (this.#canRetry) this.#session.retry();
    }, RETRY_MS);
  }

  handle(command: EmbedCommand): void {
    if (command.type === 'setTheme') {
      this.#applyTheme(command.theme);
      this.#session.updateColors();
    } else {
      const { type: _, ...change } = command;
      this.#changeView(change);
    }
  }

  /** Returns the live region for announcements. */
  #appendTo(body: HTMLElement): HTMLElement {
    const { pair, name, price, toolbar, legend, chart, status, summary, footer } = this.#parts;
    const { info, toolbar: hasToolbar, legend: hasLegend } = this.#options;
    pair.append(name, price);
    status.setAttribute('role', 'status');
    status.translate = true;
    const frame = element('div', 'frame');
    frame.append(chart, status);
    const announcement = element('div', 'visually-hidden');
    announcement.setAttribute('aria-live', 'polite');
    body.append(
      ...(info ? [pair] : []),
      ...(hasToolbar ? [toolbar] : []),
      ...(hasLegend ? [legend] : []),
      frame,
      footer,
      summary,
      announcement,
    );
    return announcement;
  }

  /** Reports the preferred height, which does not depend on the current one. */
  #observeHeight(body: HTMLElement): void {
    const { pair, toolbar, legend, footer } = this.#parts;
    const lines = [pair, toolbar, legend, footer];
    const observer = new ResizeObserver(() => {
      const linesHeight = lines.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
      this.#post({ type: 'height', height: linesHeight + preferredHeight(body.clientWidth) });
    });
    for (const part of [body, ...lines]) observer.observe(part);
  }

  #changeView(change: Partial<ChartView>): void {
    this.#view = { ...this.#view, ...change };
    this.#session.setView(this.#view);
    this.#renderToolbar();
    this.#updateLabel();
  }

  #applyTheme(theme: EmbedTheme): void {
    const { documentElement: root } = document;
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const [name, color] of Object.entries(this.#options.colors))
      root.style.setProperty(`--${name}`, color);
  }

  async #loadPair(): Promise<void> {
    const { address, poolAddress } = this.#options;
    const pair = await fetchPair(address, poolAddress).catch((error) => {
      if (!isNotFound(error)) setTimeout(() => void this.#loadPair(), RETRY_MS);
      return undefined;
    });
    this.#pair = pair;
    this.#updateLabel();
    this.#parts.name.replaceChildren(pairLink(address, poolAddress, pair));
    document.title = `${pair ? `${pair.symbol} / ${pair.counterpart}` : 'Chart'} · Jetscope`;
    this.#update(this.#session.state.getState());
  }

  async #detectSnapshot(): Promise<void> {
    // Services of other makes have no status, and are live.
    this.#isLive = !(await fetchIsSnapshot().catch(() => false));
  }

  #updateLabel(): void {
    const pair = this.#pair;
    const name = pair ? `Price of ${pair.symbol} / ${pair.counterpart} in ${this.#unit}` : 'Price';
    this.#parts.chart.setAttribute('aria-label', `${name}. ${KEYBOARD_HINT}`);
  }

  /** The unit of prices. Empty until the pair is loaded if it is the counterpart. */
  get #unit(): string {
    return unitOf(this.#view, this.#pair?.counterpart ?? '');
  }

  #renderToolbar(): void {
    const { interval, range } = this.#view;
    this.#parts.toolbar.replaceChildren(
      ...ranges.map((name) =>
        toggleButton(name === 'all' ? 'All' : name, range === name, () => {
          if (this.#view.range === name) this.#session.resetRange();
          else this.#changeView({ range: name });
        }),
      ),
      element('span', 'muted', '·'),
      ...intervals
        .filter((name) => name !== 'tick' && name !== '1s' && name !== '1w')
        .map((name) =>
          toggleButton(name === 'auto' ? 'Auto' : name, interval === name, () =>
            this.#changeView({ interval: name }),
          ),
        ),
    );
  }

  #update(state: SessionState): void {
    const { result, feed, crosshairIndex } = state;
    const hasBars = result !== undefined && result.bars.length > 0;
    const status = embedStatus(feed, hasBars);
    const empty = emptyText(state);
    const text = status.text || empty || (result ? downsamplingText(result) : '');
    this.#showStatus({ ...(empty && { message: 'ready' }), ...status, text });
    if (!hasBars) return;
    // New bars are in the state before the visible range that belongs to them.
    if (!feed.isLoading) queueMicrotask(() => this.#postRange());
    const { legend, price, summary } = this.#parts;
    const requested = requestedBars(state);
    summary.textContent = requested ? barSummary(result, requested, this.#view.zone, this.#unit) : '';
    // The price that the service has rendered stays until the unit is known.
    if (this.#unit || !price.textContent) price.textContent = newestPrice(result, this.#view, this.#unit);
    const items = legendItems(result, crosshairIndex ?? result.bars.length - 1, this.#view);
    legend.replaceChildren(...items.map(([text, className = '']) => element('span', className, text)));
  }

  #showStatus({ text, message, canRetry = false }: EmbedStatus): void {
    const { status } = this.#parts;
    // Retries are not announced.
    if (this.#canRetry && text === LOADING_TEXT) return;
    this.#canRetry = canRetry;
    if (message)
      this.#post(message === 'ready' ? { type: 'ready' } : { type: 'error', message: text }, 'state');
    if (status.dataset.text === text) return;
    status.dataset.text = text;
    const retry = button('Retry', () => {
      this.#canRetry = false;
      this.#session.retry();
    });
    status.replaceChildren(text, ...(canRetry ? [retry] : []));
  }

  #postRange(): void {
    const { span } = this.#session;
    if (span) this.#post({ type: 'range', ...span });
  }

  /** Skips a message that equals the previous one of its kind. */
  #post(message: EmbedMessage, kind: string = message.type): void {
    const text = JSON.stringify(message);
    if (this.#lastMessages.get(kind) === text) return;
    this.#lastMessages.set(kind, text);
    postToHost(message);
  }
}

/** Returns the element that the service has put into the document, or a new one. */
function served(tag: 'div' | 'span', className: string): HTMLElement {
  return document.querySelector<HTMLElement>(`.${className}`) ?? element(tag, className);
}

function element<Tag extends 'a' | 'button' | 'div' | 'span'>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function button(name: string, onPress: () => void): HTMLButtonElement {
  const node = element('button', `${toggle.button} button`, name);
  node.addEventListener('click', onPress);
  return node;
}

function toggleButton(name: string, isPressed: boolean, onPress: () => void): HTMLButtonElement {
  const node = button(name, onPress);
  node.setAttribute('aria-pressed', String(isPressed));
  return node;
}

function link(href: string, text: string, className = ''): HTMLAnchorElement {
  const node = element('a', className, text);
  node.href = href;
  node.target = '_blank';
  node.rel = 'noopener';
  return node;
}

function pairLink(address: string, poolAddress: string, pair: Pair | undefined): HTMLAnchorElement {
  const path = `/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}`;
  return link(path, pair ? `${pair.symbol} / ${pair.counterpart}` : 'Open in Jetscope', 'pair');
}

const SUMMARY = 'summary';

/** Returns the focusable element of the chart. */
function chartElement(): HTMLElement {
  const chart = element('div', 'chart');
  chart.tabIndex = 0;
  chart.setAttribute('role', 'application');
  chart.setAttribute('aria-roledescription', 'chart');
  chart.setAttribute('aria-describedby', SUMMARY);
  return chart;
}

/** Returns the element with the text description of the chart. */
function summaryElement(): HTMLElement {
  const summary = element('div', 'visually-hidden');
  summary.id = SUMMARY;
  return summary;
}

/** Returns the footer with a link to Jetscope and the attribution that the charting library's license requires. */
function footerElement(): HTMLElement {
  const footer = element('div', 'footer');
  footer.append(link('/', 'Jetscope'), ' · ', link('https://www.tradingview.com/', 'Chart by TradingView'));
  return footer;
}

const MIN_HEIGHT = 240;
const MAX_HEIGHT = 480;

/** Returns the preferred height of a chart in pixels. */
function preferredHeight(width: number): number {
  return Math.min(Math.max(Math.round(width / 2), MIN_HEIGHT), MAX_HEIGHT);
}
