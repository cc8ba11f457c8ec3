import { toUserFriendly } from '#contract/address.ts';
import { ChartKeys } from '#web/chart/chart-keys.ts';
import { ChartSession, type SessionState } from '#web/chart/chart-session.ts';
import { type ChartView, ranges } from '#web/chart/chart-view.ts';
import { intervals } from '#web/chart/intervals.ts';
import { priceLabel, ticksText } from '#web/chart/price-labels.ts';
import { timeLabels } from '#web/chart/time-labels.ts';
import { askPair, embedTicks, type Pair } from './embed-ask.ts';
import { type EmbedWish, tell } from './embed-messages.ts';
import type { EmbedOptions, EmbedTheme } from './embed-options.ts';

type Known = EmbedOptions & { readonly address: string; readonly poolAddress: string };

const MESSAGES = {
  empty: 'No tick yet: nobody has traded here, or only dust.',
  failed: 'The ticks did not come. The chart tries again when it is opened anew.',
} as const;

/** One embedded chart: its lines of text, its buttons, its chart. */
export class EmbedFrame {
  readonly #options: Known;
  readonly #session: ChartSession;
  readonly #parts: Readonly<Record<'pair' | 'legend' | 'toolbar' | 'said', HTMLElement>>;
  #view: ChartView;
  #told = '';

  constructor(body: HTMLElement, options: Known) {
    this.#options = options;
    this.#view = options.view;
    const chart = element('div', 'chart');
    this.#parts = {
      pair: element('div', 'line'),
      legend: element('div', 'line muted legend'),
      toolbar: element('div', 'line'),
      said: element('span', 'muted'),
    };
    chart.tabIndex = 0;
    chart.setAttribute('role', 'application');
    chart.setAttribute('aria-roledescription', 'chart');
    chart.setAttribute('aria-label', 'Price chart. Arrow keys go from bar to bar, plus and minus zoom.');
    this.#wear(options.theme);
    const { pair, legend, toolbar, said } = this.#parts;
    said.setAttribute('role', 'status');
    body.append(
      ...[options.info && pair, options.toolbar && toolbar, options.legend && legend].filter(
        (part) => part !== false,
      ),
    );
    body.append(chart, footOf(said));
    this.#session = new ChartSession(chart, this.#view, {
      ask: embedTicks(options.address, options.poolAddress),
      onMoved: ({ from, to }) => tell({ type: 'range', from, to }),
      hasCounts: options.swaps,
      isLive: options.live,
      locale: options.locale,
    });
    const spoken = element('div', 'visually-hidden');
    spoken.setAttribute('aria-live', 'polite');
    body.append(spoken);
    new ChartKeys(chart, this.#session, (text) => {
      spoken.textContent = text;
    });
    this.#session.state.subscribe((state) => this.#follow(state));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#session.recolour());
    this.#drawToolbar();
    void this.#name();
    new ResizeObserver(() => tell({ type: 'height', height: body.scrollHeight })).observe(body);
  }

  take(wish: EmbedWish): void {
    if (wish.type === 'setTheme') {
      this.#wear(wish.theme);
      this.#session.recolour();
    } else if (wish.type === 'setInterval') this.#look({ interval: wish.interval });
    else this.#look({ quote: wish.quote });
  }

  #look(change: Partial<ChartView>): void {
    this.#view = { ...this.#view, ...change };
    this.#session.look(this.#view);
    this.#drawToolbar();
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
    const found = await askPair(address, poolAddress, new AbortController().signal).catch(() => undefined);
    const { pair } = this.#parts;
    pair.replaceChildren(pairLink(address, poolAddress, found));
    document.title = `${found ? `${found.symbol} / ${found.counterpart}` : 'Chart'} · Jetscope`;
  }

  #drawToolbar(): void {
    const { interval, range } = this.#view;
    this.#parts.toolbar.replaceChildren(
      ...ranges.map((name) =>
        choice(name === 'all' ? 'All' : name, range === name, () => this.#look({ range: name })),
      ),
      element('span', 'muted', '·'),
      ...intervals
        .filter((name) => name !== 'tick' && name !== '1s' && name !== '1w')
        .map((name) => choice(name, interval === name, () => this.#look({ interval: name }))),
    );
  }

  #follow({ answer, feed, pointed }: SessionState): void {
    const { legend, said } = this.#parts;
    const message = feed.fault
      ? MESSAGES.failed
      : feed.isComplete && feed.newest === undefined
        ? MESSAGES.empty
        : '';
    said.textContent = message || (feed.isLoading ? 'Loading' : '');
    if (feed.fault) this.#tellOnce('error', () => tell({ type: 'error', message: MESSAGES.failed }));
    if (!answer || answer.bars.length === 0) return;
    this.#tellOnce('ready', () => tell({ type: 'ready' }));
    const { bars } = answer;
    const place = pointed ?? bars.length - 1;
    const price = (column: Float64Array) => priceLabel(column[place] ?? Number.NaN);
    const time = timeLabels(this.#view.zone).point(bars.time[place] ?? 0);
    legend.textContent = `${time}  O ${price(bars.open)}  H ${price(bars.high)}  L ${price(bars.low)}  C ${price(bars.close)}  ${ticksText(bars.count[place] ?? 0)}`;
  }

  #tellOnce(what: string, tellIt: () => void): void {
    if (this.#told === what) return;
    this.#told = what;
    tellIt();
  }
}

function element(tag: 'div' | 'span', className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function choice(name: string, isChosen: boolean, onChoose: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'choice';
  button.textContent = name;
  button.setAttribute('aria-pressed', String(isChosen));
  button.addEventListener('click', onChoose);
  return button;
}

function link(href: string, text: string): HTMLAnchorElement {
  const made = document.createElement('a');
  made.href = href;
  made.target = '_blank';
  made.rel = 'noopener';
  made.textContent = text;
  return made;
}

function pairLink(address: string, poolAddress: string, pair: Pair | undefined): HTMLAnchorElement {
  const path = `/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}`;
  const made = link(path, pair ? `${pair.symbol} / ${pair.counterpart}` : 'Open in Jetscope');
  made.className = 'pair';
  return made;
}

/** The source, and the attribution that the chart library's licence asks for. */
function footOf(said: HTMLElement): HTMLElement {
  const foot = element('div', 'foot');
  const source = element('span', '');
  source.append(link('/', 'Jetscope'), ' · ', link('https://www.tradingview.com/', 'Chart by TradingView'));
  foot.append(said, source);
  return foot;
}
