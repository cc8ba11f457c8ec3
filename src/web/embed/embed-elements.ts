import { toUserFriendly } from '#contract/address.ts';
import type { Pair } from './embed-requests.ts';

export function element(tag: 'div' | 'span', className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

export function button(name: string, onPress: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'choice';
  made.textContent = name;
  made.addEventListener('click', onPress);
  return made;
}

export function choice(name: string, isChosen: boolean, onChoose: () => void): HTMLButtonElement {
  const made = button(name, onChoose);
  made.setAttribute('aria-pressed', String(isChosen));
  return made;
}

function link(href: string, text: string): HTMLAnchorElement {
  const made = document.createElement('a');
  made.href = href;
  made.target = '_blank';
  made.rel = 'noopener';
  made.textContent = text;
  return made;
}

export function pairLink(address: string, poolAddress: string, pair: Pair | undefined): HTMLAnchorElement {
  const path = `/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}`;
  const made = link(path, pair ? `${pair.symbol} / ${pair.counterpart}` : 'Open in Jetscope');
  made.className = 'pair';
  return made;
}

const SUMMARY = 'summary';

/** What the keyboard leads through. */
export function chartElement(): HTMLElement {
  const chart = element('div', 'chart');
  chart.tabIndex = 0;
  chart.setAttribute('role', 'application');
  chart.setAttribute('aria-roledescription', 'chart');
  chart.setAttribute('aria-describedby', SUMMARY);
  return chart;
}

/** The sentence that describes the chart. */
export function summaryElement(): HTMLElement {
  const summary = element('div', 'visually-hidden');
  summary.id = SUMMARY;
  return summary;
}

/** The source, and the attribution that the chart library's licence asks for. */
export function footerElement(): HTMLElement {
  const foot = element('div', 'foot');
  foot.append(link('/', 'Jetscope'), ' · ', link('https://www.tradingview.com/', 'Chart by TradingView'));
  return foot;
}

const [LOWEST, HIGHEST] = [240, 480];

/** The height that suits a chart of a width. */
export function preferredHeight(width: number): number {
  return Math.min(Math.max(Math.round(width / 2), LOWEST), HIGHEST);
}
