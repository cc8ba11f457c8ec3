import { type PointerEvent, useEffect, useState } from 'react';
import { formatChange } from '#contract/format/format-numbers.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { plotOf } from '#web/chart/rendering/plot.ts';
import { durationText } from '#web/chart/rendering/time-labels.ts';
import styles from './chart-toolbar.module.css';

/** What dragging or pressing on the chart does instead of scrolling. */
export type Tool = 'measure' | 'line' | 'alert';

interface Point {
  readonly x: number;
  readonly y: number;
  readonly price: number;
  readonly second: number;
}

interface Props {
  readonly session: ChartSession;
  readonly tool: Tool;
  /** Called with the price of a line or alert. */
  readonly onPrice: (price: number) => void;
  /** Called on Escape. */
  readonly onClose: () => void;
}

/** Covers the chart while a tool is active. */
export function ChartTools({ session, tool, onPrice, onClose }: Props) {
  const [ends, setEnds] = useState<readonly [Point, Point]>();
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent): Point | undefined => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const plot = plotOf(session.chart);
    return plot && { x, y, price: plot.price(y), second: plot.second(x) };
  };
  return (
    <div
      className={styles.layer}
      onPointerDown={(event) => {
        const point = pointOf(event);
        if (!point) return;
        if (tool !== 'measure') return onPrice(point.price);
        event.currentTarget.setPointerCapture(event.pointerId);
        setEnds([point, point]);
      }}
      onPointerMove={(event) => {
        if (!ends || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const point = pointOf(event);
        if (point) setEnds([ends[0], point]);
      }}
    >
      {ends && tool === 'measure' ? <Measurement from={ends[0]} to={ends[1]} /> : null}
    </div>
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
      <output className={styles.measurement} translate="no" style={{ left: to.x, top: to.y }}>
        {text}% in {durationText(Math.abs(to.second - from.second))}
      </output>
    </>
  );
}
