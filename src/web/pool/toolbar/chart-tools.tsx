import { type PointerEvent, useState } from 'react';
import { formatChange, priceLabel } from '#contract/format/format-numbers.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { plotOf } from '#web/chart/rendering/plot.ts';
import { durationText } from '#web/chart/rendering/time-labels.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { useKey } from '#web/kit/controls/use-key.ts';
import styles from './chart-toolbar.module.css';

/** What dragging or pressing on the chart does instead of scrolling. */
export type Tool = 'measure' | 'line' | 'alert';

const hints: Readonly<Record<Tool, string>> = {
  measure: 'Measure: drag on the chart',
  line: 'Price line: press on the chart',
  alert: 'Price alert: press on the chart',
};

interface Point {
  readonly x: number;
  readonly y: number;
  readonly price: number;
  readonly second: number;
}

interface Props {
  readonly session: ChartSession;
  readonly tool: Tool;
  /** Of prices. */
  readonly unit: string;
  /** Called with the price of a line or alert. */
  readonly onPrice: (price: number) => void;
  /** Called on Escape and when the user cancels. */
  readonly onClose: () => void;
}

/** Covers the chart while a tool is active. */
export function ChartTools({ session, tool, unit, onPrice, onClose }: Props) {
  /** Where a press would choose a price. */
  const [level, setLevel] = useState<Point>();
  const [ends, setEnds] = useState<readonly [Point, Point]>();
  useKey(({ key }) => {
    if (key === 'Escape') onClose();
  });
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent): Point | undefined => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const plot = plotOf(session.chart);
    return plot && { x, y, price: plot.price(y), second: plot.second(x) };
  };
  return (
    <>
      <div
        className={styles.layer}
        onPointerDown={(event) => {
          const point = pointOf(event);
          if (!point) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          if (tool === 'measure') setEnds([point, point]);
          else setLevel(point);
        }}
        onPointerMove={(event) => {
          const point = pointOf(event);
          if (!point) return;
          if (tool !== 'measure') setLevel(point);
          else if (ends && event.currentTarget.hasPointerCapture(event.pointerId)) setEnds([ends[0], point]);
        }}
        onPointerUp={(event) => {
          const point = pointOf(event);
          if (point && tool !== 'measure') onPrice(point.price);
        }}
        onPointerLeave={() => setLevel(undefined)}
      >
        {ends && tool === 'measure' ? <Measurement from={ends[0]} to={ends[1]} /> : null}
        {level && tool !== 'measure' ? (
          <div className={styles.level} style={{ top: level.y }}>
            <output className={styles.price} translate="no">
              {priceLabel(level.price)} {unit}
            </output>
          </div>
        ) : null}
      </div>
      <div className={styles.toolHint}>
        <span>{hints[tool]}</span>
        <Button bare disappears onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}

function Measurement({ from, to }: { from: Point; to: Point }) {
  const { text, direction } = formatChange((to.price / from.price - 1) * 100);
  return (
    <>
      <div
        className={styles.box}
        data-direction={direction}
        style={{
          left: Math.min(from.x, to.x),
          top: Math.min(from.y, to.y),
          width: Math.abs(to.x - from.x),
          height: Math.abs(to.y - from.y),
        }}
      />
      <output
        className={styles.measurement}
        translate="no"
        style={{ '--x': `${to.x}px`, '--y': `${to.y}px` }}
      >
        {text}% in {durationText(Math.abs(to.second - from.second))}
      </output>
    </>
  );
}
