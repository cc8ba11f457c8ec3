import { useState } from 'react';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView } from '#web/chart/chart-view.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { saveFile } from '#web/kit/controls/save-file.ts';
import { exportName } from './chart-exports.ts';
import { renderChartImage } from './chart-image.ts';
import { describeChart } from './describe-chart.ts';

const NOT_CREATED = "Couldn't create the image";

interface Props {
  readonly session: ChartSession;
  readonly view: ChartView;
  readonly title: string;
  readonly unit: string;
  readonly overlayNames: readonly string[];
}

/** Copies or saves the chart as an image with its title, legend and time range. */
export function ImageMenu({ session, view, title, unit, overlayNames }: Props) {
  const [message, setMessage] = useState('');
  const image = async () => {
    const { colors } = session;
    const description = describeChart(session.state.getState(), { view, title, unit, overlayNames, colors });
    return renderChartImage(session.chart.screenshot(), description, colors);
  };
  const copy = async () => {
    if (!canCopyImages()) {
      setMessage("This browser can't copy images");
      return;
    }
    const created = image();
    try {
      // Called within the click as browsers require. The image is created asynchronously.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': created })]);
      setMessage('Copied');
    } catch {
      const text = await created.then(
        () => "Couldn't copy the image",
        () => NOT_CREATED,
      );
      setMessage(text);
    }
  };
  const save = async () => {
    try {
      saveFile(`${exportName(title, view)}.png`, await image());
      setMessage('');
    } catch {
      setMessage(NOT_CREATED);
    }
  };
  return (
    <div className="stack">
      <Button onClick={() => void copy()}>Copy image</Button>
      <Button onClick={() => void save()}>Save image</Button>
      <p role="status">{message}</p>
    </div>
  );
}

function canCopyImages(): boolean {
  return typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function';
}
