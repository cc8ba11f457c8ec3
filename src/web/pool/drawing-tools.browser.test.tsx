import { useRef, useState } from 'react';
import '#web/style/tokens.css';
import '#web/style/base.css';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { historyAround } from '#testing/components/responses.ts';
import { saveAlert, setPaused, useAlerts } from '#web/alerts/alerts.ts';
import { ChartSession } from '#web/chart/chart-session.ts';
import { DRAWINGS_KEY, defaultView, hasStoredDrawings } from '#web/chart/chart-view.ts';
import { parseDrawing, serializeDrawing } from '#web/chart/drawings/drawings.ts';
import { storeDrawings, storedDrawings } from '#web/chart/drawings/stored-drawings.ts';
import { plotOf } from '#web/chart/rendering/plot.ts';
import { StoredDrawings } from '#web/chart/view/chart-drawings.ts';
import { unstored } from '#web/kit/device/persisted-store.ts';
import { AlertLines } from './alert-lines.ts';
import { DrawingTools } from './drawing-tools.tsx';

const market = { address: '0:a', poolAddress: '0:b' };
const MINUTE = 60;
/** The newest swap of `historyAround`, in seconds. */
const NEWEST = Date.UTC(2026, 0, 29, 7, 50) / 1000;

beforeEach(() => page.viewport(1000, 700));
afterEach(() => {
  storeDrawings(market, []);
  localStorage.removeItem(DRAWINGS_KEY);
});

interface HostProps {
  readonly session: ChartSession;
  readonly mount: HTMLElement;
  readonly sharedTexts: readonly string[];
}

/** Contains the chart and keeps the link, like the page. */
function Host({ session, mount, sharedTexts }: HostProps) {
  const chart = useRef<HTMLElement>(mount);
  const [shared, setShared] = useState(sharedTexts);
  return (
    <DrawingTools
      {...market}
      session={session}
      chart={chart}
      unit="usd"
      shared={shared}
      isOpen
      onClose={() => undefined}
      isSuspended={false}
      onTool={() => undefined}
      linkWith={(drawings) => `https://example.com/?${drawings.map((text) => `drawing=${text}`).join('&')}`}
      onHideShared={() => setShared([])}
    />
  );
}

/** Opens a chart of minutes in USD. */
async function openChart() {
  const area = document.createElement('div');
  area.setAttribute('role', 'application');
  area.tabIndex = 0;
  const mount = document.createElement('div');
  mount.style.cssText = 'width: 800px; height: 400px';
  area.append(mount);
  document.body.append(area);
  const view = { ...defaultView, quote: 'usd', interval: '1m', range: '1h', zone: 'utc' } as const;
  const session = new ChartSession(mount, view, {
    history: historyAround(1.25),
    onMove: () => undefined,
    isLive: () => false,
  });
  onTestFinished(() => {
    session.close();
    area.remove();
  });
  await expect.poll(() => session.state.getState().result?.bars.length).toBe(100);
  return { area, mount, session, view };
}

async function openTools({ shared = [] as readonly string[] } = {}) {
  const { area, mount, session } = await openChart();
  const screen = await render(<Host session={session} mount={mount} sharedTexts={shared} />);
  const plot = () => {
    const current = plotOf(session.chart);
    if (!current) throw new Error('no bars');
    return current;
  };
  /** Presses a button of the tools by keyboard. */
  const press = async (name: string) => {
    screen.getByRole('button', { name, exact: true }).element().focus();
    await userEvent.keyboard('{Enter}');
  };
  /** Presses, moves or releases the mouse at a time and price of the chart. */
  const point = (type: string, second: number, price: number, init: PointerEventInit = {}) => {
    const { left, top } = mount.getBoundingClientRect();
    const [clientX, clientY] = [left + plot().x(second), top + plot().y(price)];
    const target = document.elementFromPoint(clientX, clientY) ?? mount;
    target.dispatchEvent(
      new PointerEvent(type, {
        clientX,
        clientY,
        pointerId: 1,
        isPrimary: true,
        pointerType: 'mouse',
        bubbles: true,
        cancelable: true,
        ...init,
      }),
    );
  };
  // Only real pointers can be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const texts = () => storedDrawings(market).map(serializeDrawing);
  return { screen, session, area, plot, press, point, texts };
}

test('Undo and Redo keep the focus when nothing is left to undo or redo', async () => {
  const { screen, press, texts } = await openTools();
  await press('Trend line');
  const undo = screen.getByRole('button', { name: 'Undo' });
  const redo = screen.getByRole('button', { name: 'Redo' });
  await press('Undo');
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
  await expect.element(undo).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(redo).toHaveAttribute('aria-disabled', 'true');
  await expect.element(redo).toHaveFocus();
  expect(texts()).toHaveLength(1);
});

test('a drawing can be placed, moved, changed, locked and deleted by keyboard, and is described', async () => {
  const { screen, area, press, texts } = await openTools();
  await press('Trend line');
  await expect.element(area).toHaveFocus();
  const [placed] = storedDrawings(market);
  const [start, end] = placed?.anchors ?? [];
  const status = screen.getByText(/^Trend line: /).first();
  await expect.element(status).toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  expect(storedDrawings(market)[0]?.anchors[0]?.time).toBe((start?.time ?? 0) + 11 * MINUTE);
  await userEvent.keyboard('{ArrowUp}');
  expect(storedDrawings(market)[0]?.anchors[0]?.price).toBeGreaterThan(start?.price ?? 0);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(texts()).toEqual(placed && [serializeDrawing(placed)]);
  await press('Drawings (1)');
  await screen
    .getByRole('listitem')
    .getByRole('button', { name: /^Trend line: / })
    .click();
  await userEvent.keyboard('{Enter}{Enter}{ArrowLeft}');
  await expect.element(screen.getByText(/Handle 2$/).first()).toBeInTheDocument();
  expect(storedDrawings(market)[0]?.anchors).toEqual([
    start,
    { price: end?.price, time: (end?.time ?? 0) - MINUTE },
  ]);
  await userEvent.keyboard('l{ArrowLeft}{ArrowUp}');
  expect(storedDrawings(market)[0]?.anchors[1]?.time).toBe((end?.time ?? 0) - MINUTE);
  expect(storedDrawings(market)[0]?.isLocked).toBe(true);
  await userEvent.keyboard('{Delete}');
  expect(texts()).toEqual([]);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(texts()).toHaveLength(1);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(texts()).toEqual([]);
});

test('arrow keys move the focus among the tools that can be used', async () => {
  const { screen } = await openTools();
  const tool = (name: string | RegExp) => screen.getByRole('button', { name });
  tool('Trend line').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(tool('Ray')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(tool('Close drawing tools')).toHaveFocus();
  // Nothing can be undone.
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(tool(/^Magnet/)).toHaveFocus();
});

test('a press draws, a drag moves, and the chart gets what is for no drawing', async () => {
  const { screen, area, point, plot, texts } = await openTools();
  const presses = vi.fn<() => void>();
  area.addEventListener('pointerdown', presses);
  const at = NEWEST - 30 * MINUTE;
  const prices = [plot().price(100), plot().price(200)] as const;
  await screen.getByRole('button', { name: 'Magnet: snap to prices of candles' }).click();
  await screen.getByRole('button', { name: 'Horizontal line' }).click();
  point('pointerdown', at, prices[0]);
  point('pointerup', at, prices[0]);
  expect(presses).not.toHaveBeenCalled();
  expect(storedDrawings(market)[0]?.anchors[0]).toEqual({
    time: at,
    price: Number(prices[0].toPrecision(8)),
  });
  point('pointerdown', at, prices[0]);
  point('pointermove', at, prices[1]);
  point('pointerup', at, prices[1]);
  expect(storedDrawings(market)[0]?.anchors[0]?.price).toBeCloseTo(prices[1], 6);
  point('pointerdown', at, prices[1]);
  point('pointermove', at, prices[0]);
  await userEvent.keyboard('{Escape}');
  point('pointerup', at, prices[0]);
  expect(storedDrawings(market)[0]?.anchors[0]?.price).toBeCloseTo(prices[1], 6);
  expect(presses).not.toHaveBeenCalled();
  point('pointerdown', at, prices[0]);
  point('pointerup', at, prices[0]);
  expect(presses).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  expect(texts()).toHaveLength(1);
});

test('two clicks draw a line, and Escape cancels it after the first', async () => {
  const { screen, point, plot, texts } = await openTools();
  const click = (second: number, y: number) => {
    point('pointerdown', second, plot().price(y));
    point('pointerup', second, plot().price(y));
  };
  await screen.getByRole('button', { name: 'Rectangle' }).click();
  click(NEWEST - 40 * MINUTE, 100);
  point('pointermove', NEWEST - 20 * MINUTE, plot().price(150));
  await userEvent.keyboard('{Escape}');
  expect(texts()).toEqual([]);
  await screen.getByRole('button', { name: 'Rectangle' }).click();
  click(NEWEST - 40 * MINUTE, 100);
  click(NEWEST + 2 * MINUTE, 150);
  expect(storedDrawings(market)[0]?.anchors.map(({ time }) => time)).toEqual([
    NEWEST - 40 * MINUTE,
    NEWEST + 2 * MINUTE,
  ]);
});

test('a new text is typed at once, other drawings can have one too, and Ctrl Z takes it back', async () => {
  const { screen, area, press, texts } = await openTools();
  await press('Text');
  const field = screen.getByRole('textbox', { name: 'Text of the drawing' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Listed  here');
  await userEvent.keyboard('{Enter}');
  await expect.element(area).toHaveFocus();
  expect(texts()).toEqual([expect.stringMatching(/^text_usd_\d+_[\d.]+_text_Listed here$/)]);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(texts()).toEqual([expect.stringMatching(/_text_Text$/)]);
  await press('Ray');
  await field.fill('Support');
  await userEvent.keyboard('{Enter}');
  await expect.element(area).toHaveFocus();
  await expect.element(screen.getByText(/^Ray “Support”: /).first()).toBeInTheDocument();
  // A text cannot be empty, that of a line can.
  await field.fill('');
  await userEvent.keyboard('{Enter}');
  expect(texts()[1]).toMatch(/^ray_usd(_[\d.]+){4}$/);
});

test('Escape takes back what was typed, and a text without any', async () => {
  const { screen, area, press, texts } = await openTools();
  const closes = vi.fn<() => void>();
  addEventListener('keydown', closes);
  onTestFinished(() => removeEventListener('keydown', closes));
  await press('Text');
  await userEvent.keyboard('Lis{Escape}');
  await expect.element(area).toHaveFocus();
  expect(texts()).toEqual([]);
  await press('Horizontal line');
  const field = screen.getByRole('textbox', { name: 'Text of the drawing' });
  await field.fill('Stop');
  closes.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(closes).not.toHaveBeenCalled();
  await expect.element(field).toHaveValue('');
  expect(texts()).toEqual([expect.not.stringContaining('text')]);
});

test('a text that is being typed is stored when another drawing is pressed', async () => {
  const drawings = ['level_usd_1769673600_1.2_locked', 'level_usd_1769673600_1.3'].map(parseDrawing);
  storeDrawings(
    market,
    drawings.filter((drawing) => drawing !== undefined),
  );
  const { screen, point, texts } = await openTools();
  const at = NEWEST - 30 * MINUTE;
  point('pointerdown', at, 1.3);
  point('pointerup', at, 1.3);
  await screen.getByRole('textbox', { name: 'Text of the drawing' }).fill('Take profit');
  point('pointerdown', at, 1.2);
  point('pointerup', at, 1.2);
  await expect.element(screen.getByRole('button', { name: 'Unlock' })).toBeVisible();
  expect(texts()).toEqual(['level_usd_1769673600_1.2_locked', 'level_usd_1769673600_1.3_text_Take profit']);
});

test('a color is that of the drawing and of new ones', async () => {
  const { screen, press, texts } = await openTools();
  await press('Horizontal line');
  const color = screen.getByRole('combobox', { name: 'Color of the drawing' });
  await color.selectOptions('Pink');
  expect(texts()).toEqual([expect.stringMatching(/_pink$/)]);
  await press('Fibonacci retracement');
  await expect.element(color).toHaveValue('pink');
  await color.selectOptions('Yellow');
  expect(texts()).toEqual([expect.stringMatching(/^level_.*_pink$/), expect.stringMatching(/_yellow$/)]);
  await press('Long position');
  await expect.element(color).not.toBeInTheDocument();
});

test('drawings neither change the price axis nor appear in other units', async () => {
  const drawings = ['level_usd_1769673600_900', 'level_ton_1769673600_1.2'].map(parseDrawing);
  storeDrawings(
    market,
    drawings.filter((drawing) => drawing !== undefined),
  );
  const { screen, plot } = await openTools();
  expect(plot().price(0)).toBeLessThan(2);
  await screen.getByRole('button', { name: 'Drawings (2)' }).click();
  await expect.element(screen.getByText('1 in other units')).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toHaveLength(1);
});

test('drawings of a link can be kept beside those of the device, or hidden', async () => {
  const own = parseDrawing('level_usd_1769673600_1.2_locked');
  storeDrawings(market, own ? [own] : []);
  const shared = ['level_usd_1769673600_1.2', 'trend_usd_1769673600_1.2_1769673660_1.3', 'nonsense_usd_1_1'];
  const { screen, area, press, texts } = await openTools({ shared });
  await expect.element(screen.getByText('1 shared drawing', { exact: true })).toBeVisible();
  await press('Keep on this device');
  expect(texts()).toEqual(['level_usd_1769673600_1.2_locked', shared[1]]);
  await expect.element(screen.getByRole('button', { name: 'Hide' })).not.toBeInTheDocument();
  expect(document.activeElement).toBe(area);
});

test('Share copies a link with the drawings of the unit, without locks', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const drawings = ['level_usd_1769673600_1.2_locked', 'level_ton_1769673600_1.2'].map(parseDrawing);
  storeDrawings(
    market,
    drawings.filter((drawing) => drawing !== undefined),
  );
  const { screen } = await openTools();
  await screen.getByRole('button', { name: 'Drawings (2)' }).click();
  await screen.getByRole('button', { name: 'Share' }).click();
  await expect.element(screen.getByText('Link copied')).toBeVisible();
  expect(write).toHaveBeenCalledWith('https://example.com/?drawing=level_usd_1769673600_1.2');
});

test('the stored drawings of a market are shown without tools, in their unit', async () => {
  const { session } = await openChart();
  const image = () => session.chart.screenshot().toDataURL();
  const without = image();
  const show = (unit: 'usd' | 'ton') => <StoredDrawings {...market} session={session} unit={unit} />;
  const screen = await render(show('usd'));
  const drawing = parseDrawing('level_usd_1769673600_1.25');
  storeDrawings(market, drawing ? [drawing] : []);
  await expect.poll(image).not.toBe(without);
  await screen.rerender(show('ton'));
  await expect.poll(image).toBe(without);
  await screen.rerender(show('usd'));
  await expect.poll(image).not.toBe(without);
  storeDrawings(market, []);
  await expect.poll(image).toBe(without);
});

test('stores the drawings of the pools that were changed last', () => {
  const drawing = parseDrawing('level_usd_1769673600_1.2');
  const drawings = drawing ? [drawing] : [];
  const pools = Array.from({ length: 201 }, (_, index) => ({ address: `0:${index}`, poolAddress: '0:b' }));
  for (const pool of pools) storeDrawings(pool, drawings);
  expect(pools.map((pool) => storedDrawings(pool).length)).toEqual([0, ...Array<number>(200).fill(1)]);
  expect(pools.map(hasStoredDrawings).filter(Boolean)).toHaveLength(200);
  for (const pool of pools) storeDrawings(pool, []);
  expect(localStorage.getItem(DRAWINGS_KEY)).toBe('{"pools":{}}');
});

test('shows drawings of another tab, and reports a full storage', async () => {
  const { screen, press } = await openTools();
  const text = JSON.stringify({ pools: { '0:a 0:b': ['level_usd_1769673600_1.2', 'level_usd_-1_1'] } });
  localStorage.setItem(DRAWINGS_KEY, text);
  dispatchEvent(new StorageEvent('storage', { key: DRAWINGS_KEY, newValue: text }));
  await expect.element(screen.getByRole('button', { name: 'Drawings (1)' })).toBeVisible();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await press('Horizontal line');
  expect(unstored.getState()).toContain(DRAWINGS_KEY);
  vi.restoreAllMocks();
  storeDrawings(market, []);
  expect(unstored.getState()).toEqual([]);
});

test('the chart shows the prices of the alerts on its jetton in its unit', async () => {
  const { session, view } = await openChart();
  const jetton = { type: 'price', address: market.address, symbol: 'A', side: 'above' } as const;
  onTestFinished(() => useAlerts.setState({ alerts: [] }));
  saveAlert({ ...jetton, value: 2 }, 'once');
  saveAlert({ ...jetton, address: '0:other', value: 3 }, 'once');
  saveAlert({ ...jetton, type: 'liquidity', value: 4 }, 'once');
  const shown = () => session.chart.prices?.priceLines().map((line) => line.options().price);
  const lines = (rate: number) => <AlertLines session={session} address={market.address} rate={rate} />;
  const screen = await render(lines(1));
  expect(shown()).toEqual([2]);
  session.setView({ ...view, type: 'area' });
  expect(shown()).toEqual([2]);
  await screen.rerender(lines(0.25));
  expect(shown()).toEqual([0.5]);
  setPaused(useAlerts.getState().alerts[0]?.id ?? '', true);
  await expect.poll(shown).toEqual([]);
  await screen.unmount();
});
