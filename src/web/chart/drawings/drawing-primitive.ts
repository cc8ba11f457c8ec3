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
import { areaOf, handlesOf, type Part, pointOf } from './drawing-geometry.ts';
import { positionTexts } from './drawing-texts.ts';
import type { Drawing } from './drawings.ts';

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

function axisLabel({ drawing, isShared }: RenderedDrawing, scene: DrawingScene): ISeriesPrimitiveAxisView {
  const { plot, colors } = scene;
  const price = drawing.anchors[0]?.price ?? Number.NaN;
  return {
    coordinate: () => plot.y(price),
    text: () => priceLabel(price),
    textColor: () => colors.background,
    backColor: () => (isShared ? colors.muted : colors.accent),
  };
}

function renderDrawing(
  context: CanvasRenderingContext2D,
  { drawing, isShared, selectedPart }: RenderedDrawing,
  { plot, colors }: DrawingScene,
): void {
  const [first, second] = drawing.anchors.map((anchor) => pointOf(anchor, plot));
  if (!first) return;
  const color = isShared ? colors.muted : colors.accent;
  context.save();
  context.strokeStyle = color;
  context.lineWidth = selectedPart === undefined ? 1.5 : 2;
  context.setLineDash(isShared ? [6, 4] : []);
  if (drawing.kind === 'level') strokeLine(context, 0, first.y, plot.width, first.y);
  else if (drawing.kind === 'trend') strokeLine(context, first.x, first.y, second?.x ?? 0, second?.y ?? 0);
  else if (drawing.kind === 'rectangle') renderRectangle(context, drawing, plot, color);
  else renderPosition(context, drawing, plot, isShared ? { ...colors, up: color, down: color } : colors);
  context.setLineDash([]);
  if (selectedPart !== undefined) renderHandles(context, drawing, selectedPart, plot, colors);
  context.restore();
}

function strokeLine(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function renderRectangle(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  plot: Plot,
  color: string,
): void {
  const [from, to] = areaOf(drawing, plot) ?? [];
  if (!from || !to) return;
  context.fillStyle = withAlpha(color, FILL_ALPHA);
  context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
  context.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y);
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
  context.font = FONT;
  context.textBaseline = 'middle';
  for (const [end, color, label] of [
    [target, up, texts.target],
    [stop, down, texts.stop],
  ] as const) {
    context.fillStyle = withAlpha(color, FILL_ALPHA);
    context.fillRect(from.x, Math.min(entry.y, end.y), width, Math.abs(end.y - entry.y));
    context.strokeStyle = color;
    strokeLine(context, from.x, end.y, to.x, end.y);
    if (width < TEXT_SIZE.width || Math.abs(end.y - entry.y) < TEXT_SIZE.height) continue;
    context.fillStyle = text;
    context.fillText(label, from.x + 6, end.y + (end.y < entry.y ? 10 : -10), width - 12);
  }
  context.strokeStyle = muted;
  strokeLine(context, from.x, entry.y, to.x, entry.y);
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
