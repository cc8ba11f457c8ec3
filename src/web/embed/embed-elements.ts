import { toUserFriendly } from '#contract/address.ts';
import toggle from '#web/kit/controls/toggle-button.module.css';
import type { Pair } from './embed-requests.ts';

export function element(tag: 'div' | 'span', className: string, text = ''): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

export function button(name: string, onPress: () => void): HTMLButtonElement {
  const node = document.createElement('button');
  node.type = 'button';
  node.className = `${toggle.button} button`;
  node.textContent = name;
  node.addEventListener('click', onPress);
  return node;
}

export function toggleButton(name: string, isPressed: boolean, onPress: () => void): HTMLButtonElement {
  const node = button(name, onPress);
  node.setAttribute('aria-pressed', String(isPressed));
  return node;
}

function link(href: string, text: string): HTMLAnchorElement {
  const node = document.createElement('a');
  node.href = href;
  node.target = '_blank';
  node.rel = 'noopener';
  node.textContent = text;
  return node;
}

export function pairLink(address: string, poolAddress: string, pair: Pair | undefined): HTMLAnchorElement {
  const path = `/jetton/${toUserFriendly(address)}/pool/${toUserFriendly(poolAddress)}`;
  const node = link(path, pair ? `${pair.symbol} / ${pair.counterpart}` : 'Open in Jetscope');
  node.className = 'pair';
  return node;
}

const SUMMARY = 'summary';

/** Returns the focusable element of the chart. */
export function chartElement(): HTMLElement {
  const chart = element('div', 'chart');
  chart.tabIndex = 0;
  chart.setAttribute('role', 'application');
  chart.setAttribute('aria-roledescription', 'chart');
  chart.setAttribute('aria-describedby', SUMMARY);
  return chart;
}

/** Returns the element with the text description of the chart. */
export function summaryElement(): HTMLElement {
  const summary = element('div', 'visually-hidden');
  summary.id = SUMMARY;
  return summary;
}

/** Returns the footer with a link to Jetscope and the attribution that the charting library's license requires. */
export function footerElement(): HTMLElement {
  const footer = element('div', 'footer');
  footer.append(link('/', 'Jetscope'), ' · ', link('https://www.tradingview.com/', 'Chart by TradingView'));
  return footer;
}

const MIN_HEIGHT = 240;
const MAX_HEIGHT = 480;

/** Returns the preferred height of a chart in pixels. */
export function preferredHeight(width: number): number {
  return Math.min(Math.max(Math.round(width / 2), MIN_HEIGHT), MAX_HEIGHT);
}
