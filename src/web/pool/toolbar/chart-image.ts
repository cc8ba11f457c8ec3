import type { ChartColors } from '#web/chart/rendering/chart-appearance.ts';
import type { ChartDescription, LineDescription } from './chart-exports.ts';

/** Lengths in CSS pixels at the default text size of browsers. */
const PADDING = 12;
const ROW = 22;
const SWATCH = 20;
const GAP = 16;
const FOOTER = 28;
const FAMILY = 'Inter Variable, sans-serif';
const TITLE_FONT = `600 14px ${FAMILY}`;
const SOURCE = 'Jetscope';

/**
 * Returns a PNG of a chart's screenshot, with the description above it, and its time range and source below. Their texts
 * are `textScale` times as large as at the default text size, as the labels of the chart are.
 */
export function renderChartImage(
  chart: HTMLCanvasElement,
  description: ChartDescription,
  colors: ChartColors,
  textScale: number,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('Could not create the image'));
  const scale = devicePixelRatio * textScale;
  const width = chart.width / scale;
  const chartHeight = chart.height / scale;
  const titleRows = splitTitle(context, description, width - 2 * PADDING);
  context.font = `12px ${FAMILY}`;
  const rows = wrap(description.lines, width - 2 * PADDING, (text) => context.measureText(text).width);
  const header = PADDING + ROW * (titleRows + rows.length);
  canvas.width = chart.width;
  canvas.height = Math.round((header + FOOTER) * scale) + chart.height;
  context.scale(scale, scale);
  context.fillStyle = colors.background;
  context.fillRect(0, 0, width, header + chartHeight + FOOTER);
  drawTitle(context, description, titleRows, width - 2 * PADDING, colors);
  for (const [index, row] of rows.entries())
    drawLines(context, row, PADDING + ROW * (titleRows + index + 0.5), width - PADDING, colors);
  context.drawImage(chart, 0, header, width, chartHeight);
  context.fillStyle = colors.muted;
  const baseline = header + chartHeight + FOOTER - 10;
  const source = context.measureText(SOURCE).width;
  context.fillText(description.period, PADDING, baseline, width - 3 * PADDING - source);
  context.textAlign = 'right';
  context.fillText(SOURCE, width - PADDING, baseline);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Could not create the image'))),
      'image/png',
    );
  });
}

/** Returns the number of rows of the title and details: two if they do not fit on one. */
function splitTitle(
  context: CanvasRenderingContext2D,
  { title, details }: ChartDescription,
  width: number,
): 1 | 2 {
  context.font = TITLE_FONT;
  const titleWidth = context.measureText(title).width;
  context.font = `12px ${FAMILY}`;
  return titleWidth + PADDING + context.measureText(details).width > width ? 2 : 1;
}

function drawTitle(
  context: CanvasRenderingContext2D,
  { title, details }: ChartDescription,
  rows: 1 | 2,
  width: number,
  { text, muted }: ChartColors,
): void {
  const baseline = PADDING + ROW / 2 + 4;
  context.fillStyle = text;
  context.font = TITLE_FONT;
  context.fillText(title, PADDING, baseline, width);
  const left = rows === 1 ? PADDING + context.measureText(title).width + PADDING : PADDING;
  context.fillStyle = muted;
  context.font = `12px ${FAMILY}`;
  context.fillText(details, left, baseline + ROW * (rows - 1), width);
}

type PlacedLine = LineDescription & { readonly left: number };

/** Distributes lines to rows of a width and returns their offsets. */
function wrap(
  lines: readonly LineDescription[],
  width: number,
  measure: (text: string) => number,
): readonly (readonly PlacedLine[])[] {
  const rows: PlacedLine[][] = [];
  let left = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const needed = SWATCH + 6 + measure(line.text);
    if (left + needed > width) {
      rows.push([]);
      left = 0;
    }
    rows.at(-1)?.push({ ...line, left });
    left += needed + GAP;
  }
  return rows;
}

function drawLines(
  context: CanvasRenderingContext2D,
  lines: readonly PlacedLine[],
  middle: number,
  right: number,
  { muted }: ChartColors,
): void {
  for (const { color, dashes, text, left } of lines) {
    const start = PADDING + left;
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash([...dashes]);
    context.beginPath();
    context.moveTo(start, middle);
    context.lineTo(start + SWATCH, middle);
    context.stroke();
    context.fillStyle = muted;
    const textStart = start + SWATCH + 6;
    context.fillText(text, textStart, middle + 4, right - textStart);
  }
}
