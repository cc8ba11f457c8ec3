import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ChartSession } from '#web/chart/chart-session.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { readColors } from '#web/chart/rendering/chart-appearance.ts';
import { renderChartImage } from './chart-image.ts';
import { ImageMenu } from './image-menu.tsx';
import '#web/style/tokens.css';

async function renderMenu() {
  const mount = document.body.appendChild(document.createElement('div'));
  mount.style.cssText = 'width: 400px; height: 200px';
  const session = new ChartSession(mount, defaultView, {
    fetchTicks: () => Promise.resolve({ ticks: [], next: undefined }),
    onMove: () => undefined,
    isLive: () => false,
  });
  const screen = await render(
    <ImageMenu session={session} view={defaultView} title="A / B" unit="GRAM" overlayNames={[]} />,
  );
  const close = () => {
    session.close();
    mount.remove();
    vi.restoreAllMocks();
  };
  return { screen, session, close };
}

test('reports that an image could not be created', async () => {
  const { screen, session, close } = await renderMenu();
  vi.spyOn(session.chart, 'screenshot').mockImplementation(() => {
    throw new Error('too large');
  });
  const message = screen.getByRole('status');
  await screen.getByRole('button', { name: 'Save image' }).click();
  await expect.element(message).toHaveTextContent("Couldn't create the image");
  close();
});

test('a copy that the browser rejects is not reported as unsupported', async () => {
  const { screen, close } = await renderMenu();
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await screen.getByRole('button', { name: 'Copy image' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent("Couldn't copy the image");
  close();
});

test('details that do not fit next to the title have their own row, and no text is wider than the image', async () => {
  const chart = document.createElement('canvas');
  chart.width = 300 * devicePixelRatio;
  chart.height = 100 * devicePixelRatio;
  const description = { title: 'A / B', details: '1.5 GRAM · 1h · candles', lines: [], period: 'Today' };
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const rowsOf = async (title: string) => {
    drawn.mockClear();
    const colors = readColors(document.body);
    await renderChartImage(chart, { ...description, title }, colors);
    const [first, second] = drawn.mock.calls;
    return { titleWidth: first?.[3], isBelow: (second?.[2] ?? 0) > (first?.[2] ?? 0) };
  };
  expect(await rowsOf('A / B')).toEqual({ titleWidth: 276, isBelow: false });
  expect(await rowsOf('A very long symbol / ANOTHER')).toEqual({ titleWidth: 276, isBelow: true });
  vi.restoreAllMocks();
});
