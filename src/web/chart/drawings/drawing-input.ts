import type { Plot } from '#web/chart/rendering/plot.ts';
import { type DrawingEditor, type EditorState, MOUSE_TOLERANCE } from './drawing-editor.ts';
import {
  anchorAt,
  distance,
  moveDrawing,
  moveHandle,
  newDrawing,
  type Offset,
  type Part,
  type Point,
  pointOf,
} from './drawing-geometry.ts';
import {
  type Anchor,
  anchorCounts,
  type Drawing,
  type DrawingHistory,
  type DrawingKind,
} from './drawings.ts';

/** A press that moves a drawing, or places its second anchor. */
interface Gesture {
  readonly start: Point;
  readonly part: Part;
  readonly original: Drawing;
  readonly index: number;
  /** Any change of the drawings ends the gesture. */
  readonly history: DrawingHistory;
}

/** Distances in pixels. */
const TOUCH_TOLERANCE = 18;
const CLICK_DISTANCE = 4;
/** Steps of the arrow keys: bars to the right, pixels downwards. */
const STEPS: Readonly<Record<string, Offset>> = {
  ArrowLeft: { bars: -1, pixels: 0 },
  ArrowRight: { bars: 1, pixels: 0 },
  ArrowUp: { bars: 0, pixels: -2 },
  ArrowDown: { bars: 0, pixels: 2 },
};
/** Steps with Shift are longer by this factor. */
const LARGE_STEP = 10;

/** Draws on a chart by mouse, touch and keyboard. Passes on to the chart what is not for drawings. */
export class DrawingInput {
  readonly #editor: DrawingEditor;
  readonly #element: HTMLElement;
  readonly #area: HTMLElement;
  readonly #closing = new AbortController();
  #gesture: Gesture | undefined;
  /** Whether the current press is for drawings. */
  #isTaken = false;
  /** Where the chart was pressed beside all drawings. */
  #missedAt: Point | undefined;

  /** `element` contains the chart only. `area` takes the focus. */
  constructor(editor: DrawingEditor, element: HTMLElement, area: HTMLElement) {
    this.#editor = editor;
    this.#element = element;
    this.#area = area;
    // While capturing: before the charting library and the navigation of the chart.
    const options = { signal: this.#closing.signal, capture: true };
    element.addEventListener('pointerdown', this.#onPointerDown, options);
    element.addEventListener('pointermove', this.#onPointerMove, options);
    element.addEventListener('pointerup', this.#onPointerUp, options);
    element.addEventListener('pointercancel', () => this.#cancel(), options);
    element.addEventListener('mousedown', this.#onPress, options);
    // Not passive: otherwise the browser would scroll the page.
    element.addEventListener('touchstart', this.#onPress, { ...options, passive: false });
    area.addEventListener('keydown', this.#onKeyDown, options);
  }

  detach(): void {
    this.#closing.abort();
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    const { plot, state } = this.#editor;
    this.#isTaken = false;
    this.#missedAt = undefined;
    // A second finger zooms.
    if (!event.isPrimary) this.#cancel();
    const point = this.#pointOf(event);
    if (!plot || !event.isPrimary || event.button !== 0 || !isWithin(point, plot)) return;
    const gesture = this.#currentGesture;
    if (state.tool) {
      this.#take(event);
      if (gesture) this.#finish(gesture, this.#moved(gesture, event, plot));
      else this.#begin(state.tool, event, plot);
      return;
    }
    // A text that is being typed is applied when its field loses the focus.
    this.#area.focus({ preventScroll: true });
    const hit = this.#editor.hitAt(point, event.pointerType === 'mouse' ? MOUSE_TOLERANCE : TOUCH_TOLERANCE);
    const original = hit && state.history.present[hit.index];
    if (!hit || !original) {
      this.#missedAt = point;
      return;
    }
    if (hit.index !== state.selected) this.#editor.select(hit.index);
    // The chart can be moved at a locked drawing.
    if (original.isLocked) return;
    this.#take(event);
    this.#gesture = { start: point, original, ...hit, history: state.history };
  };

  /** Starts a drawing. Those of two anchors go on to their second one, the others are complete. */
  #begin(kind: DrawingKind, event: PointerEvent, plot: Plot): void {
    const { unit, color, history } = this.#editor.state;
    const start = this.#pointOf(event);
    const anchor = this.#anchorOf(event, plot);
    if (anchorCounts[kind] !== 2) {
      const placed = newDrawing({ kind, unit, color }, pointOf(anchor, plot), plot);
      if (placed) this.#editor.add(moveHandle(placed, 0, anchor));
      return;
    }
    const index = history.present.length;
    const original = { kind, unit, color, anchors: [anchor, anchor], isLocked: false, text: '' };
    this.#gesture = { start, part: 1, original, index, history };
    this.#editor.setPreview({ index, drawing: original }, 1);
  }

  /** Keeps the press from the chart and the page. */
  #take(event: PointerEvent): void {
    this.#isTaken = true;
    event.preventDefault();
    event.stopPropagation();
    this.#element.setPointerCapture(event.pointerId);
    this.#area.focus({ preventScroll: true });
  }

  readonly #onPress = (event: Event): void => {
    if (!this.#isTaken) return;
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    const gesture = this.#currentGesture;
    const { plot, state } = this.#editor;
    if (!gesture || !plot || !event.isPrimary) return;
    // A click does not move what it selects.
    if (!state.preview && distance(this.#pointOf(event), gesture.start) < CLICK_DISTANCE) return;
    this.#editor.setPreview(
      { index: gesture.index, drawing: this.#moved(gesture, event, plot) },
      gesture.part,
    );
  };

  readonly #onPointerUp = (event: PointerEvent): void => {
    const gesture = this.#currentGesture;
    const { history, preview } = this.#editor.state;
    const point = this.#pointOf(event);
    if (this.#missedAt && distance(point, this.#missedAt) < CLICK_DISTANCE) this.#editor.select(undefined);
    this.#missedAt = undefined;
    if (!gesture || !event.isPrimary) return;
    const isNew = gesture.index >= history.present.length;
    // After a click, a new drawing follows the pointer until the next click.
    if (isNew && distance(point, gesture.start) < CLICK_DISTANCE) return;
    if (preview) this.#finish(gesture, preview.drawing);
    this.#gesture = undefined;
  };

  #finish({ index, part, history }: Gesture, drawing: Drawing): void {
    this.#gesture = undefined;
    if (index >= history.present.length) this.#editor.add(drawing);
    else this.#editor.set(index, drawing, part);
  }

  get #currentGesture(): Gesture | undefined {
    return this.#gesture?.history === this.#editor.state.history ? this.#gesture : undefined;
  }

  /** Returns whether there was a gesture. */
  #cancel(): boolean {
    const isActive = this.#currentGesture !== undefined;
    this.#gesture = undefined;
    if (isActive) this.#editor.setPreview(undefined);
    return isActive;
  }

  /** Returns the drawing of a gesture with the pointer at its current place. */
  #moved({ start, part, original }: Gesture, event: PointerEvent, plot: Plot): Drawing {
    if (part === 'all' && original.kind !== 'level') {
      const { x, y } = this.#pointOf(event);
      const bars = Math.round((x - start.x) / plot.barWidth);
      return moveDrawing(original, 'all', { bars, pixels: y - start.y }, plot);
    }
    return moveHandle(original, part === 'all' ? 0 : part, this.#anchorOf(event, plot));
  }

  /** Returns the anchor at the pointer. Ctrl turns the magnet on or off for the moment. */
  #anchorOf(event: PointerEvent, plot: Plot): Anchor {
    const anchor = anchorAt(this.#pointOf(event), plot);
    const isMagnetic = this.#editor.state.isMagnetic !== (event.ctrlKey || event.metaKey);
    return isMagnetic ? this.#editor.snapped(anchor, plot) : anchor;
  }

  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (!this.#press(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Returns whether the key was for drawings. */
  #press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const { state } = this.#editor;
    const letter = key.toLowerCase();
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (letter === 'z' && !shiftKey) this.#editor.undo();
      else if (letter === 'z' || letter === 'y') this.#editor.redo();
      else return false;
      return true;
    }
    if (key === 'Escape') return this.#escape(state);
    if (key === 'Enter' && state.tool) {
      this.#editor.place(state.tool);
      return true;
    }
    if (state.selected === undefined) return false;
    const step = STEPS[key];
    const factor = shiftKey ? LARGE_STEP : 1;
    if (step) this.#editor.nudge({ bars: step.bars * factor, pixels: step.pixels * factor });
    else if (key === 'Delete' || key === 'Backspace') this.#editor.remove(state.selected);
    else if (key === 'Enter') this.#editor.selectNextPart();
    else if (letter === 'l') this.#editor.toggleLock(state.selected);
    else return false;
    return true;
  }

  /** Ends moving, or else drawing and the selection. */
  #escape({ tool, selected }: EditorState): boolean {
    const wasActive = this.#cancel();
    if (wasActive && tool === undefined) return true;
    if (tool === undefined && selected === undefined) return false;
    this.#editor.select(undefined);
    return true;
  }
}

function isWithin({ x, y }: Point, { width, height }: Plot): boolean {
  return x >= 0 && x <= width && y >= 0 && y <= height;
}
