import { useState } from 'react';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { timeLabels } from '#web/chart/time-labels.ts';
import { Button } from '#web/components/button.tsx';
import { saveFile } from '#web/components/save-file.ts';
import styles from './chart-toolbar.module.css';
import { visibleRows } from './visible-rows.ts';

interface Props {
  readonly session: ChartSession;
  readonly view: ChartView;
  readonly title: string;
  readonly unit: string;
}

const CAPTION = 28;

/** The picture and the visible bars, to take away. */
export function ChartFiles({ session, view, title, unit }: Props) {
  const [said, setSaid] = useState('');
  const name = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${view.quote}`;
  const rows = () => {
    const { answer, seen } = session.state.getState();
    return answer && seen ? visibleRows(answer.bars, seen) : [];
  };
  const picture = () => captioned(session, `${title} in ${unit}`, view);
  const copy = async () => {
    try {
      // The browser must be asked within the click: the picture comes after.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture() })]);
      setSaid('Copied');
    } catch {
      setSaid('This browser does not let a page copy pictures');
    }
  };
  const save = async () => saveFile(`${name}.png`, await picture());
  return (
    <div className={styles.panel}>
      <Button onClick={() => void copy()}>Copy the picture</Button>
      <Button onClick={() => void save()}>Save the picture</Button>
      <Button onClick={() => saveFile(`${name}.csv`, new Blob([csvOf(rows())], { type: 'text/csv' }))}>
        Save the bars as CSV
      </Button>
      <Button
        onClick={() => {
          const json = JSON.stringify({ pair: title, unit, bars: rows() }, undefined, 1);
          saveFile(`${name}.json`, new Blob([json], { type: 'application/json' }));
        }}
      >
        Save the bars as JSON
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}

function csvOf(rows: ReturnType<typeof visibleRows>): string {
  const lines = rows.map(({ time, open, high, low, close, count }) =>
    [new Date(time * 1000).toISOString(), open, high, low, close, count].join(','),
  );
  return `${['time,open,high,low,close,ticks', ...lines].join('\n')}\n`;
}

/** The chart with pair, time and source under it. */
function captioned(session: ChartSession, title: string, { zone }: ChartView): Promise<Blob> {
  const chart = session.chart.picture();
  const { ground, text, muted } = session.colours;
  const ratio = devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = chart.width;
  canvas.height = chart.height + CAPTION * ratio;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(chart, 0, 0);
    context.font = `${12 * ratio}px Inter Variable, sans-serif`;
    context.fillStyle = text;
    const line = chart.height + (CAPTION - 9) * ratio;
    context.fillText(title, 12 * ratio, line);
    context.fillStyle = muted;
    context.textAlign = 'right';
    context.fillText(
      `${timeLabels(zone).point(Date.now() / 1000)}, Jetscope`,
      canvas.width - 12 * ratio,
      line,
    );
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
