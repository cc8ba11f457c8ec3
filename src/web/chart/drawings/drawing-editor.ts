import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { MAX_DRAWINGS } from '#web/chart/chart-view.ts';
import type { ChartColors } from '#web/chart/rendering/chart-appearance.ts';
import type { PriceSeries } from '#web/chart/rendering/chart-series.ts';
import { type Plot, plotOf } from '#web/chart/rendering/plot.ts';
import {
  type Hit,
  handlesOf,
  hitTest,
  moveDrawing,
  newDrawing,
  type Offset,
  type Part,
  type Point,
  snapToBar,
} from './drawing-geometry.ts';
import { DrawingPrimitive, type DrawingScene, type RenderedDrawing } from './drawing-primitive.ts';
import {
  type Anchor,
  type ChartUnit,
  changeDrawings,
  cleanText,
  type Drawing,
  type DrawingColor,
  type DrawingHistory,
  type DrawingKind,
  drawingColors,
  isValidDrawing,
  redo,
  serializeDrawing,
  startHistory,
  undo,
} from './drawings.ts';

export interface EditorState {
  readonly history: DrawingHistory;
  /** Drawings of a link, which cannot be changed. */
  readonly shared: readonly Drawing[];
  /** Drawings of other units are hidden. */
  readonly unit: ChartUnit;
  /** What the next press on the chart draws. */
  readonly tool: DrawingKind | undefined;
  /** Index of the selected drawing. */
  readonly selected: number | undefined;
  /** The part of the selected drawing that keys move. */
  readonly part: Part;
  /** A drawing that is being moved, or drawn if the index is beyond the others. */
  readonly preview: { readonly index: number; readonly drawing: Drawing } | undefined;
  /** The color of new drawings: the last one that was chosen. */
  readonly color: DrawingColor;
  /** Whether anchors are attracted by the prices of bars. */
  readonly isMagnetic: boolean;
}

const NOTHING_SELECTED = { tool: undefined, selected: undefined, part: 'all', preview: undefined } as const;

interface EditorOptions {
  readonly drawings: readonly Drawing[];
  readonly unit: ChartUnit;
  /** Called after each change by the user. Without it, the drawings are only shown. */
  readonly onChange?: (drawings: readonly Drawing[]) => void;
}

/** Distance in pixels at which a mouse hits a drawing. */
export const MOUSE_TOLERANCE = 7;

/**
 * The drawings on a chart. Follows the bars and the appearance of the chart. Independent of any framework. Call `close`
 * when done.
 */
export class DrawingEditor {
  readonly #session: ChartSession;
  readonly #onChange: EditorOptions['onChange'];
  readonly #store: StoreApi<EditorState>;
  readonly #primitive: DrawingPrimitive;
  readonly #stopFollowing: readonly (() => void)[];
  #prices: PriceSeries | undefined;
  #colors: ChartColors | undefined;
  /** What the last change was, if the next one of this sort is undone together with it. */
  #step: 'nudge' | 'text' | undefined;

  constructor(session: ChartSession, { drawings, unit, onChange }: EditorOptions) {
    this.#session = session;
    this.#onChange = onChange;
    this.#store = createStore<EditorState>()(() => ({
      ...NOTHING_SELECTED,
      history: startHistory(drawings),
      shared: [],
      unit,
      color: drawingColors[0],
      isMagnetic: true,
    }));
    this.#primitive = new DrawingPrimitive({
      scene: () => this.#scene(),
      cursorAt: (x, y) => onChange && this.#cursorAt({ x, y }),
    });
    this.#stopFollowing = [
      session.state.subscribe(this.#attach),
      this.#store.subscribe(() => this.#primitive.update()),
    ];
    this.#attach();
  }

  close(): void {
    for (const stop of this.#stopFollowing) stop();
    // Of a replaced or removed series, there is nothing to detach.
    if (this.#prices && this.#prices === this.#session.chart.prices)
      this.#prices.detachPrimitive(this.#primitive);
  }

  /** For `useStore`. */
  get store(): StoreApi<EditorState> {
    return this.#store;
  }

  get state(): EditorState {
    return this.#store.getState();
  }

  /** Undefined without bars. */
  get plot(): Plot | undefined {
    return plotOf(this.#session.chart);
  }

  setUnit(unit: ChartUnit): void {
    if (unit !== this.state.unit) this.#store.setState({ ...NOTHING_SELECTED, unit });
  }

  setShared(shared: readonly Drawing[]): void {
    this.#store.setState({ shared });
  }

  /** Replaces the drawings by those of another tab, unless they are the same. */
  replace(drawings: readonly Drawing[]): void {
    if (!isSame(drawings, this.state.history.present))
      this.#store.setState({ ...NOTHING_SELECTED, history: startHistory(drawings) });
  }

  setMagnetic(isMagnetic: boolean): void {
    this.#store.setState({ isMagnetic });
  }

  setTool(tool: DrawingKind | undefined): void {
    this.#store.setState({ ...NOTHING_SELECTED, tool });
  }

  select(selected: number | undefined): void {
    this.#step = undefined;
    this.#store.setState({ ...NOTHING_SELECTED, selected });
  }

  /** Selects the next handle of the selected drawing, and after the last one all of it. */
  selectNextPart(): void {
    const { part, selected, history } = this.state;
    const drawing = selected === undefined ? undefined : history.present[selected];
    if (!drawing) return;
    const next = part === 'all' ? 0 : part + 1;
    const count = drawing.kind === 'level' ? 0 : handlesOf(drawing).length;
    this.#step = undefined;
    this.#store.setState({ part: next < count ? next : 'all' });
  }

  /** Shows a drawing without changing it, or none. */
  setPreview(preview: EditorState['preview'], part: Part = 'all'): void {
    this.#store.setState({ preview, part });
  }

  /** Adds a drawing in the middle of the plot, to be moved by keyboard. */
  place(kind: DrawingKind): void {
    const { plot } = this;
    if (!plot) return;
    const middle = { x: plot.width / 2, y: plot.height / 2 };
    const drawing = newDrawing({ ...this.state, kind }, middle, plot, true);
    if (drawing) this.add(drawing);
  }

  /** Adds and selects a drawing, unless there is no room for it. */
  add(drawing: Drawing): void {
    const { present } = this.state.history;
    if (present.length < MAX_DRAWINGS) this.#change([...present, drawing], present.length);
    else this.setTool(undefined);
  }

  /** Adds drawings, as many as fit. */
  addAll(drawings: readonly Drawing[]): void {
    const { present } = this.state.history;
    this.#change([...present, ...drawings].slice(0, Math.max(MAX_DRAWINGS, present.length)));
  }

  /** Replaces a drawing and selects a part of it. */
  set(index: number, drawing: Drawing, part: Part = 'all'): void {
    this.#change(this.state.history.present.with(index, drawing), index, part);
  }

  /** Moves the selected part of the selected drawing. Consecutive steps are undone at once. */
  nudge(offset: Offset): void {
    const { plot } = this;
    const { history, part, selected } = this.state;
    const drawing = selected === undefined ? undefined : history.present[selected];
    if (!plot || selected === undefined || !drawing || drawing.isLocked) return;
    const moved = moveDrawing(drawing, part, offset, plot);
    if (moved === drawing) return;
    this.#amend(selected, moved, part, 'nudge');
  }

  /** Changes the text of a drawing, unless it would be empty without it. Consecutive changes are undone at once. */
  setText(index: number, text: string): void {
    const drawing = this.state.history.present[index];
    if (!drawing) return;
    const changed = { ...drawing, text: cleanText(text) };
    if (changed.text !== drawing.text && isValidDrawing(changed))
      this.#amend(index, changed, this.state.part, 'text');
  }

  /** Changes the color of a drawing, and that of new ones. */
  setColor(index: number, color: DrawingColor): void {
    const drawing = this.state.history.present[index];
    this.#store.setState({ color });
    if (drawing) this.set(index, { ...drawing, color }, this.state.part);
  }

  remove(index: number): void {
    this.#change(this.state.history.present.filter((_, position) => position !== index));
  }

  /** Removes the drawings of the shown unit. */
  removeShown(): void {
    const { history, unit } = this.state;
    this.#change(history.present.filter((drawing) => drawing.unit !== unit));
  }

  toggleLock(index: number): void {
    const drawing = this.state.history.present[index];
    if (drawing) this.set(index, { ...drawing, isLocked: !drawing.isLocked });
  }

  undo(): void {
    this.#restore(undo(this.state.history));
  }

  redo(): void {
    this.#restore(redo(this.state.history));
  }

  /** Returns what is at a point of the plot. */
  hitAt(point: Point, tolerance: number): Hit | undefined {
    const { plot } = this;
    const { history, unit, selected } = this.state;
    const shown = history.present.map((drawing) => (drawing.unit === unit ? drawing : undefined));
    return plot && hitTest(shown, point, plot, { selected, tolerance });
  }

  /** Returns the anchor at the closest price of its bar. */
  snapped(anchor: Anchor, plot: Plot): Anchor {
    const { result } = this.#session.state.getState();
    return result ? snapToBar(anchor, result.bars, plot) : anchor;
  }

  /** Replaces a drawing, together with the change before if both are steps of this sort. */
  #amend(index: number, drawing: Drawing, part: Part, step: 'nudge' | 'text'): void {
    const { history } = this.state;
    if (this.#step === step) {
      const present = history.present.with(index, drawing);
      this.#store.setState({ history: { ...history, present } });
      this.#onChange?.(present);
    } else this.set(index, drawing, part);
    this.#step = step;
  }

  #change(drawings: readonly Drawing[], selected?: number, part: Part = 'all'): void {
    const history = changeDrawings(this.state.history, drawings);
    this.#step = undefined;
    this.#store.setState({ ...NOTHING_SELECTED, history, selected, part });
    this.#onChange?.(drawings);
  }

  #restore(history: DrawingHistory): void {
    if (history === this.state.history) return;
    this.#step = undefined;
    this.#store.setState({ ...NOTHING_SELECTED, history });
    this.#onChange?.(history.present);
  }

  /** A replaced series was removed with its primitives. */
  readonly #attach = (): void => {
    const { prices } = this.#session.chart;
    if (!prices || prices === this.#prices) return;
    this.#prices = prices;
    this.#colors = this.#session.colors;
    prices.attachPrimitive(this.#primitive);
  };

  #scene(): DrawingScene | undefined {
    const { plot } = this;
    const { history, shared, unit, selected, part, preview } = this.state;
    if (!plot || !this.#colors) return undefined;
    const { present } = history;
    const own = preview ? present.toSpliced(preview.index, 1, preview.drawing) : present;
    const active = preview?.index ?? selected;
    const drawings: RenderedDrawing[] = [
      ...shared.map((drawing) => ({ drawing, isShared: true, selectedPart: undefined })),
      ...own.map((drawing, index) => ({
        drawing,
        isShared: false,
        selectedPart: index === active ? part : undefined,
      })),
    ];
    return { drawings: drawings.filter(({ drawing }) => drawing.unit === unit), colors: this.#colors, plot };
  }

  #cursorAt(point: Point): string | undefined {
    if (this.state.tool) return 'crosshair';
    const hit = this.hitAt(point, MOUSE_TOLERANCE);
    if (!hit) return undefined;
    return this.state.history.present[hit.index]?.isLocked ? 'pointer' : 'move';
  }
}

function isSame(a: readonly Drawing[], b: readonly Drawing[]): boolean {
  return a.map(serializeDrawing).join() === b.map(serializeDrawing).join();
}
