import { useEffect, useRef } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { renderedRange, useRowsInSight } from './rows-in-sight.ts';

const COUNT = 1000;

interface Props {
  readonly rowHeight?: number;
  readonly scrollsPage?: boolean;
  readonly top?: number;
}

const commits = { count: 0 };

function Rows({ rowHeight = 20, scrollsPage = false, top = 0 }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const initial = { top, height: 100 };
  const [inSight] = useRowsInSight({ element, scrollsPage, rowHeight, initial });
  const { first, last } = renderedRange(inSight, COUNT, 2);
  useEffect(() => {
    commits.count += 1;
  });
  const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const rows = (
    <div style={{ height: COUNT * rowHeight, paddingBlockStart: first * rowHeight, boxSizing: 'border-box' }}>
      {indexes.map((index) => (
        <p key={index} style={{ height: rowHeight, margin: 0 }}>
          {index}
        </p>
      ))}
    </div>
  );
  return (
    <div
      ref={element}
      data-testid="rows"
      style={scrollsPage ? { marginBlockStart: 3000 } : { blockSize: 100, overflow: 'auto' }}
    >
      {rows}
    </div>
  );
}

const rendered = () => [...document.querySelectorAll('p')].map((row) => Number(row.textContent));
const rowsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function scroller(): Element {
  const [found] = document.querySelectorAll('[data-testid=rows]');
  if (!found) throw new Error('not rendered');
  return found;
}

/** Resolves before the frame that shows the new position is painted. */
async function scrollTo(element: Element, top: number): Promise<void> {
  const scrolled = new Promise((resolve) => {
    const onScroll = () => requestAnimationFrame(resolve);
    document.addEventListener('scroll', onScroll, { once: true, capture: true });
  });
  element.scrollTo({ top });
  await scrolled;
}

test('the rows in sight are rendered with a margin, at once when they are scrolled', async () => {
  await render(<Rows />);
  expect(rendered()).toEqual(rowsFrom(0, 6));
  await scrollTo(scroller(), 5000);
  expect(rendered()).toEqual(rowsFrom(248, 256));
  await scrollTo(scroller(), COUNT * 20);
  expect(rendered()).toEqual(rowsFrom(993, 999));
});

test('scrolling within a row renders nothing', async () => {
  await render(<Rows />);
  await scrollTo(scroller(), 5001);
  const before = commits.count;
  await scrollTo(scroller(), 5009);
  expect(commits.count).toBe(before);
});

test('an initial position is restored, and kept for rows of another height', async () => {
  const screen = await render(<Rows top={1000} />);
  expect(scroller().scrollTop).toBe(1000);
  expect(rendered()).toEqual(rowsFrom(48, 56));
  await screen.rerender(<Rows top={1000} rowHeight={50} />);
  expect(scroller().scrollTop).toBe(1000);
  expect(rendered()).toEqual(rowsFrom(18, 23));
});

test('rows that scroll with the page follow its position and the height of the window', async () => {
  await render(<Rows scrollsPage />);
  expect(rendered().slice(0, 3)).toEqual([0, 1, 2]);
  await scrollTo(document.documentElement, 3400);
  const offset = -scroller().getBoundingClientRect().top;
  expect(rendered()).toEqual(
    rowsFrom(Math.floor(offset / 20) - 2, Math.ceil((offset + innerHeight) / 20) - 1 + 2),
  );
});
