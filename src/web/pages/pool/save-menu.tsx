import { useState } from 'react';
import { requestedBars } from '#web/chart/bars/requested-range.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { visibleRows, visibleTimeRange } from '#web/chart/rendering/visible-rows.ts';
import { Button } from '#web/components/controls/button.tsx';
import { saveFile } from '#web/components/controls/save-file.ts';
import { barsCsv, ticksCsv, ticksJson } from './chart-exports.ts';
import styles from './chart-toolbar.module.css';

interface Props {
  readonly session: ChartSession;
  readonly view: ChartView;
  readonly title: string;
  readonly unit: string;
}

/** Height of the caption in CSS pixels. */
const CAPTION = 28;

/** Copies or saves the chart as an image, and saves the visible bars and their ticks. */
export function SaveMenu({ session, view, title, unit }: Props) {
  const [message, setMessage] = useState('');
  const name = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${view.quote}`;
  const rows = () => {
    const { result } = session.state.getState();
    const visible = requestedBars(session.state.getState());
    return result && visible ? visibleRows(result.bars, visible) : [];
  };
  const ticks = async () => {
    const { result } = session.state.getState();
    const visible = requestedBars(session.state.getState());
    const range = result && visible && visibleTimeRange(result, visible);
    return range ? session.findTicks(range) : [];
  };
  const saveText = (suffix: string, text: string) => {
    const type = suffix.endsWith('csv') ? 'text/csv' : 'application/json';
    saveFile(`${name}-${suffix}`, new Blob([text], { type }));
  };
  const image = () => imageWithCaption(session, `${title} in ${unit}`, view);
  const copy = async () => {
    try {
      // Called within the click as browsers require. The image is created asynchronously.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image() })]);
      setMessage('Copied');
    } catch {
      setMessage("This browser can't copy images");
    }
  };
  const save = async () => saveFile(`${name}.png`, await image());
  return (
    <div className={styles.panel}>
      <Button onClick={() => void copy()}>Copy image</Button>
      <Button onClick={() => void save()}>Save image</Button>
      <Button onClick={() => saveText('bars.csv', barsCsv(rows()))}>Candles (CSV)</Button>
      <Button
        onClick={() =>
          saveText('bars.json', JSON.stringify({ pair: title, unit, bars: rows() }, undefined, 1))
        }
      >
        Candles (JSON)
      </Button>
      <Button onClick={() => void ticks().then((list) => saveText('ticks.csv', ticksCsv(list)))}>
        Swaps (CSV)
      </Button>
      <Button onClick={() => void ticks().then((list) => saveText('ticks.json', ticksJson(title, list)))}>
        Swaps (JSON)
      </Button>
      <p role="status">{message}</p>
    </div>
  );
}

/** Returns a screenshot of the chart with pair, time and source below it. */
function imageWithCaption(session: ChartSession, title: string, { zone }: ChartView): Promise<Blob> {
  const chart = session.chart.screenshot();
  const { background, text, muted } = session.colors;
  const ratio = devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = chart.width;
  canvas.height = chart.height + CAPTION * ratio;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(chart, 0, 0);
    context.font = `${12 * ratio}px Inter Variable, sans-serif`;
    context.fillStyle = text;
    const line = chart.height + (CAPTION - 9) * ratio;
    context.fillText(title, 12 * ratio, line);
    context.fillStyle = muted;
    context.textAlign = 'right';
    context.fillText(
      `${timeLabels(zone).dateTime(Date.now() / 1000)}, Jetscope`,
      canvas.width - 12 * ratio,
      line,
    );
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Could not create the image'))),
      'image/png',
    );
  });
}
