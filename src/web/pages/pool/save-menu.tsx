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

const CAPTION = 28;

/** The picture, the visible bars and their ticks, to take away. */
export function SaveMenu({ session, view, title, unit }: Props) {
  const [said, setSaid] = useState('');
  const name = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${view.quote}`;
  const rows = () => {
    const { answer } = session.state.getState();
    const seen = requestedBars(session.state.getState());
    return answer && seen ? visibleRows(answer.bars, seen) : [];
  };
  const ticks = async () => {
    const { answer } = session.state.getState();
    const seen = requestedBars(session.state.getState());
    const moments = answer && seen && visibleTimeRange(answer, seen);
    return moments ? session.find(moments) : [];
  };
  const saveText = (end: string, text: string) => {
    const type = end.endsWith('csv') ? 'text/csv' : 'application/json';
    saveFile(`${name}-${end}`, new Blob([text], { type }));
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
      <Button onClick={() => saveText('bars.csv', barsCsv(rows()))}>Save the bars as CSV</Button>
      <Button
        onClick={() =>
          saveText('bars.json', JSON.stringify({ pair: title, unit, bars: rows() }, undefined, 1))
        }
      >
        Save the bars as JSON
      </Button>
      <Button onClick={() => void ticks().then((found) => saveText('ticks.csv', ticksCsv(found)))}>
        Save the ticks as CSV
      </Button>
      <Button onClick={() => void ticks().then((found) => saveText('ticks.json', ticksJson(title, found)))}>
        Save the ticks as JSON
      </Button>
      <p role="status">{said}</p>
    </div>
  );
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
