import type {
  IPrimitivePaneView,
  ISeriesPrimitiveAxisView,
  ISeriesPrimitiveBase,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
} from 'lightweight-charts';
import { priceLabel } from '#contract/format/format-numbers.ts';
import { type ChartColors, withAlpha } from '#web/chart/rendering/chart-appearance.ts';
import type { Plot } from '#web/chart/rendering/plot.ts';
import {
  areaOf,
  fibonacciPrices,
  handlesOf,
  type Line,
  linesOf,
  type Part,
  pointOf,
  TEXT_GAP,
} from './drawing-geometry.ts';
import { positionTexts } from './drawing-texts.ts';
import type { Drawing, DrawingColor } from './drawings.ts';

/** A drawing as it is rendered. */
export interface RenderedDrawing {
  readonly drawing: Drawing;
  /** Drawings of a link are muted. */
  readonly isShared: boolean;
  /** The part that keys move. Undefined: not selected. */
  readonly selectedPart: Part | undefined;
}

export interface DrawingScene {
  readonly drawings: readonly RenderedDrawing[];
  readonly colors: ChartColors;
  readonly plot: Plot;
}

interface PrimitiveOptions {
  /** Called for each frame. Undefined: there is nothing to render. */
  readonly scene: () => DrawingScene | undefined;
  /** Returns the cursor at a point of the plot. Undefined: that of the chart. */
  readonly cursorAt: (x: number, y: number) => string | undefined;
}

/** Opacities. */
const FILL_ALPHA = 0.14;
const FONT = '12px "Inter Variable", sans-serif';
const HANDLE_RADIUS = 5;
const LINE_HEIGHT = 14;
/** Minimum size in pixels of a position with texts. */
const TEXT_SIZE = { width: 90, height: 20 };

/** Renders drawings as a primitive of the series of prices. Does not change the range of the price axis. */
export class DrawingPrimitive implements ISeriesPrimitiveBase<SeriesAttachedParameter<number>> {
  readonly #options: PrimitiveOptions;
  readonly #views: readonly IPrimitivePaneView[];
  #labels: readonly ISeriesPrimitiveAxisView[] = [];
  #requestUpdate: (() => void) | undefined;

  constructor(options: PrimitiveOptions) {
    this.#options = options;
    this.#views = [
      {
        renderer: () => ({
          draw: (target) =>
            target.useMediaCoordinateSpace(({ context }) => {
              const scene = options.scene();
              if (scene) for (const rendered of scene.drawings) renderDrawing(context, rendered, scene);
            }),
        }),
      },
    ];
  }

  attached({ requestUpdate }: SeriesAttachedParameter<number>): void {
    this.#requestUpdate = requestUpdate;
  }

  detached(): void {
    this.#requestUpdate = undefined;
  }

  /** Renders again after drawings changed. */
  update(): void {
    this.#requestUpdate?.();
  }

  updateAllViews(): void {
    const scene = this.#options.scene();
    this.#labels = scene
      ? scene.drawings.filter(({ drawing }) => drawing.kind === 'level').map((one) => axisLabel(one, scene))
      : [];
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#labels;
  }

  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    const cursorStyle = this.#options.cursorAt(x, y);
    return cursorStyle === undefined ? null : { cursorStyle, externalId: 'drawing', zOrder: 'top' };
  }
}

/** Returns the color of a drawing in the theme. */
function colorOf({ drawing, isShared }: RenderedDrawing, colors: ChartColors): string {
  const { accent, overlays, up, down, text, muted } = colors;
  const [yellow = accent, purple = accent, pink = accent] = overlays;
  const byName: Readonly<Record<DrawingColor, string>> = {
    blue: accent,
    yellow,
    purple,
    pink,
    up,
    down,
    neutral: text,
  };
  return isShared ? muted : byName[drawing.color];
}

function axisLabel(rendered: RenderedDrawing, scene: DrawingScene): ISeriesPrimitiveAxisView {
  const { plot, colors } = scene;
  const price = rendered.drawing.anchors[0]?.price ?? Number.NaN;
  return {
    coordinate: () => plot.y(price),
    text: () => priceLabel(price),
    textColor: () => colors.background,
    backColor: () => colorOf(rendered, colors),
  };
}

function renderDrawing(
  context: CanvasRenderingContext2D,
  rendered: RenderedDrawing,
  { plot, colors }: DrawingScene,
): void {
  const { drawing, isShared, selectedPart } = rendered;
  const color = colorOf(rendered, colors);
  const isPosition = drawing.kind === 'long' || drawing.kind === 'short';
  context.save();
  context.font = FONT;
  context.textBaseline = 'middle';
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = selectedPart === undefined ? 1.5 : 2;
  context.setLineDash(isShared ? [6, 4] : []);
  if (isPosition)
    renderPosition(context, drawing, plot, isShared ? { ...colors, up: color, down: color } : colors);
  else if (drawing.kind !== 'text') for (const line of linesOf(drawing, plot)) strokeLine(context, line);
  if (drawing.kind === 'fibonacci') renderRatios(context, drawing, plot);
  if (drawing.kind === 'rectangle') fillArea(context, drawing, plot, color);
  if (drawing.text !== '') renderText(context, drawing, plot, isPosition ? colors.text : color);
  context.setLineDash([]);
  if (selectedPart !== undefined) renderHandles(context, drawing, selectedPart, plot, colors);
  context.restore();
}

function strokeLine(context: CanvasRenderingContext2D, [from, to]: Line): void {
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

function fillArea(context: CanvasRenderingContext2D, drawing: Drawing, plot: Plot, color: string): void {
  const [from, to] = areaOf(drawing, plot) ?? [];
  if (!from || !to) return;
  context.fillStyle = withAlpha(color, FILL_ALPHA);
  context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
}

/** Writes the ratios of a Fibonacci retracement with their prices above their lines, where they fit. Its move is dashed. */
function renderRatios(context: CanvasRenderingContext2D, drawing: Drawing, plot: Plot): void {
  const [start, end] = drawing.anchors.map((anchor) => pointOf(anchor, plot));
  const [from, to] = areaOf(drawing, plot) ?? [];
  if (!start || !end || !from || !to) return;
  context.setLineDash([2, 4]);
  strokeLine(context, [start, end]);
  let last = Number.POSITIVE_INFINITY;
  for (const [ratio, price] of fibonacciPrices(drawing.anchors)) {
    const y = plot.y(price);
    if (Math.abs(y - last) < LINE_HEIGHT) continue;
    context.fillText(`${ratio} · ${priceLabel(price)}`, from.x + 4, y - LINE_HEIGHT / 2);
    last = y;
  }
}

/**
 * Writes a text where it is, and that of another drawing above it: at the end of a level, at a corner of an area, above the
 * higher end of a line.
 */
function renderText(context: CanvasRenderingContext2D, drawing: Drawing, plot: Plot, color: string): void {
  const { text, kind } = drawing;
  const points = drawing.anchors.map((anchor) => pointOf(anchor, plot));
  const [from, to] = areaOf(drawing, plot) ?? [];
  const top = from ?? points.reduce((one, other) => (other.y < one.y ? other : one));
  const y = top.y - LINE_HEIGHT / 2 - 2;
  // Over a line, which falls away from its higher end.
  const isRight = points.some(({ x }) => x < top.x);
  context.fillStyle = color;
  context.textAlign = isRight || kind === 'level' ? 'right' : 'left';
  if (kind === 'text') context.fillText(text, top.x + TEXT_GAP, top.y);
  else if (kind === 'level') context.fillText(text, plot.width - TEXT_GAP, y, plot.width - 2 * TEXT_GAP);
  else if (kind === 'fibonacci' && to) {
    // The ratios are at the left.
    context.textAlign = 'right';
    context.fillText(text, to.x, y);
  } else context.fillText(text, top.x, y);
}

/** Fills what a position gains and what it risks, with their texts if they fit. */
function renderPosition(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  plot: Plot,
  { up, down, text, muted }: ChartColors,
): void {
  const [from, to] = areaOf(drawing, plot) ?? [];
  const [entry, target, stop] = drawing.anchors.map((anchor) => pointOf(anchor, plot));
  const texts = positionTexts(drawing);
  if (!from || !to || !entry || !target || !stop || !texts) return;
  const width = to.x - from.x;
  for (const [end, color, label] of [
    [target, up, texts.target],
    [stop, down, texts.stop],
  ] as const) {
    context.fillStyle = withAlpha(color, FILL_ALPHA);
    context.fillRect(from.x, Math.min(entry.y, end.y), width, Math.abs(end.y - entry.y));
    context.strokeStyle = color;
    strokeLine(context, [
      { x: from.x, y: end.y },
      { x: to.x, y: end.y },
    ]);
    if (width < TEXT_SIZE.width || Math.abs(end.y - entry.y) < TEXT_SIZE.height) continue;
    context.fillStyle = text;
    context.fillText(label, from.x + 6, end.y + (end.y < entry.y ? 10 : -10), width - 12);
  }
  context.strokeStyle = muted;
  strokeLine(context, [
    { x: from.x, y: entry.y },
    { x: to.x, y: entry.y },
  ]);
  if (width < TEXT_SIZE.width || Math.abs(target.y - entry.y) < 2 * TEXT_SIZE.height) return;
  context.fillStyle = text;
  context.fillText(texts.ratio, from.x + 6, entry.y + (target.y < entry.y ? -10 : 10), width - 12);
}

/** Handles are filled if keys move them. */
function renderHandles(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  selectedPart: Part,
  plot: Plot,
  { accent, muted, background }: ChartColors,
): void {
  context.lineWidth = 2;
  context.strokeStyle = drawing.isLocked ? muted : accent;
  for (const [index, handle] of handlesOf(drawing).entries()) {
    const { x, y } = pointOf(handle, plot);
    context.fillStyle = selectedPart === index ? accent : background;
    context.beginPath();
    context.arc(x, y, HANDLE_RADIUS, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}
