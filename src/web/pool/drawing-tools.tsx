import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { PriceUnit } from '#contract/price-unit.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { MAX_DRAWINGS } from '#web/chart/chart-view.ts';
import { DrawingEditor } from '#web/chart/drawings/drawing-editor.ts';
import { NEW_TEXT } from '#web/chart/drawings/drawing-geometry.ts';
import { DrawingInput } from '#web/chart/drawings/drawing-input.ts';
import { describeDrawing, drawingColorNames, drawingNames } from '#web/chart/drawings/drawing-texts.ts';
import {
  anchorCounts,
  cleanText,
  type Drawing,
  type DrawingKind,
  drawingColors,
  drawingKinds,
  MAX_TEXT_LENGTH,
  parseDrawings,
  serializeDrawing,
} from '#web/chart/drawings/drawings.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { ReadOnlyText, useCopy } from '#web/kit/controls/copyable-text.tsx';
import { useDismiss } from '#web/kit/controls/popup-button.tsx';
import saved from '#web/kit/controls/saved-items.module.css';
import { Select } from '#web/kit/controls/select.tsx';
import toggle from '#web/kit/controls/toggle-button.module.css';
import { useDraft } from '#web/kit/controls/use-draft.ts';
import styles from './drawing-tools.module.css';
import type { PoolPath } from './pool-search.ts';
import { onStoredDrawings, storeDrawings, storedDrawings } from './stored-drawings.ts';
import { icon } from './toolbar/controls.tsx';

interface Props extends PoolPath {
  readonly session: ChartSession;
  /** The element of the chart. */
  readonly chart: RefObject<HTMLElement | null>;
  readonly unit: PriceUnit;
  /** Texts of the drawings in the link. */
  readonly shared: readonly string[];
  /** Whether the tools stay visible while the chart is neither hovered nor focused. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether another tool uses the chart. */
  readonly isSuspended: boolean;
  /** Called when a drawing tool is chosen. */
  readonly onTool: () => void;
  /** Returns a link to the chart with drawings. */
  readonly linkWith: (drawings: readonly string[]) => string;
  /** Removes the drawings from the link. */
  readonly onHideShared: () => void;
}

/** Draws on the chart of a pool, and stores the drawings on this device. */
export function DrawingTools(props: Props) {
  const editor = useEditor(props);
  return editor ? <Tools {...props} editor={editor} /> : null;
}

function useEditor({ session, chart, address, poolAddress, unit, shared }: Props): DrawingEditor | undefined {
  const [editor, setEditor] = useState<DrawingEditor>();
  const initialUnit = useRef(unit);
  useEffect(() => {
    const element = chart.current;
    const area = areaOf(element);
    if (!element || !area) return undefined;
    const market = { address, poolAddress };
    const opened = new DrawingEditor(session, {
      drawings: storedDrawings(market),
      unit: initialUnit.current,
      onChange: (drawings) => storeDrawings(market, drawings),
    });
    const input = new DrawingInput(opened, element, area);
    const stopListening = onStoredDrawings(() => {
      const stored = storedDrawings(market);
      if (!isSame(stored, opened.state.history.present)) opened.replace(stored);
    });
    setEditor(opened);
    return () => {
      stopListening();
      input.detach();
      opened.close();
      setEditor(undefined);
    };
  }, [session, chart, address, poolAddress]);
  useEffect(() => editor?.setUnit(unit), [editor, unit]);
  useEffect(() => editor?.setShared(parseDrawings(shared)), [editor, shared]);
  return editor;
}

/** Returns the focusable parent of a chart. */
function areaOf(element: HTMLElement | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('[role=application]') ?? undefined;
}

function isSame(a: readonly Drawing[], b: readonly Drawing[]): boolean {
  return a.map(serializeDrawing).join() === b.map(serializeDrawing).join();
}

interface ToolsProps extends Props {
  readonly editor: DrawingEditor;
}

function Tools(props: ToolsProps) {
  const { editor, chart, isOpen, onClose, isSuspended, onTool } = props;
  const { tool, history, isMagnetic } = useStore(editor.store);
  const [isListOpen, setListOpen] = useState(false);
  const rail = useRef<HTMLDivElement>(null);
  const container = useDismiss(isListOpen, () => setListOpen(false));
  useEffect(() => {
    if (isOpen) rail.current?.querySelector('button')?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (isSuspended) editor.setTool(undefined);
  }, [editor, isSuspended]);
  const focusChart = () => areaOf(chart.current)?.focus({ preventScroll: true });
  /** A key places the drawing in the middle of the chart, a press starts drawing. */
  const choose = (kind: DrawingKind, isKey: boolean) => {
    onTool();
    if (!isKey) {
      editor.setTool(tool === kind ? undefined : kind);
      return;
    }
    editor.place(kind);
    focusChart();
  };
  const isFull = history.present.length >= MAX_DRAWINGS;
  const count = history.present.length;
  return (
    <div ref={container} className={styles.tools}>
      <div
        ref={rail}
        className={styles.rail}
        role="toolbar"
        aria-label="Drawing tools"
        aria-orientation="vertical"
        data-open={isOpen ? '' : undefined}
        onKeyDown={moveFocus}
      >
        {drawingKinds.map((kind) => (
          <RailButton
            key={kind}
            label={drawingNames[kind]}
            icon={kindIcons[kind]}
            isOn={tool === kind}
            isDisabled={isFull}
            onPress={(isKey) => choose(kind, isKey)}
          />
        ))}
        <RailButton
          label="Magnet: snap to prices of candles"
          icon={magnetIcon}
          isOn={isMagnetic}
          onPress={() => editor.setMagnetic(!isMagnetic)}
        />
        <RailButton
          label="Undo"
          icon={undoIcon}
          isDisabled={history.past.length === 0}
          onPress={() => editor.undo()}
        />
        <RailButton
          label="Redo"
          icon={redoIcon}
          isDisabled={history.future.length === 0}
          onPress={() => editor.redo()}
        />
        <RailButton
          label={count > 0 ? `Drawings (${count})` : 'Drawings'}
          icon={listIcon}
          isExpanded={isListOpen}
          onPress={() => setListOpen(!isListOpen)}
        />
        {isOpen ? (
          <RailButton
            label="Close drawing tools"
            icon="✕"
            onPress={() => {
              onClose();
              focusChart();
            }}
          />
        ) : null}
      </div>
      <div className={styles.notes}>
        <Selection editor={editor} session={props.session} onEnd={focusChart} />
        <SharedNote {...props} />
      </div>
      {isListOpen ? (
        <section className={styles.list} aria-label="Drawings">
          <DrawingList {...props} onSelect={focusChart} />
        </section>
      ) : null}
    </div>
  );
}

const FOCUS_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves the focus among the buttons of a toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = FOCUS_STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
  // Keys are reported at the focused element.
  const index = buttons.indexOf(event.target as HTMLElement);
  buttons.at((index + step) % buttons.length)?.focus();
}

interface RailButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Undefined for a button that is not a toggle. */
  readonly isOn?: boolean;
  readonly isExpanded?: boolean;
  readonly isDisabled?: boolean;
  /** `isKey`: by keyboard, or by a screen reader. */
  readonly onPress: (isKey: boolean) => void;
}

function RailButton({ label, icon: shown, isOn, isExpanded, isDisabled, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      className={toggle.button}
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      aria-expanded={isExpanded}
      disabled={isDisabled}
      onClick={({ detail }) => onPress(detail === 0)}
    >
      {shown}
    </button>
  );
}

interface SelectionProps {
  readonly editor: DrawingEditor;
  readonly session: ChartSession;
  /** Called when a button is removed that had the focus. */
  readonly onEnd: () => void;
}

/** Describes the selected drawing to all, also to screen readers while it is moved, or how to draw. */
function Selection({ editor, session, onEnd }: SelectionProps) {
  const { tool, selected, part, preview, history } = useStore(editor.store);
  const textOf = useDescription(session);
  const own = selected === undefined ? undefined : history.present[selected];
  const drawing = preview?.drawing ?? own;
  const hint =
    tool && anchorCounts[tool] === 2 ? 'Drag on the chart, or press both ends' : 'Press on the chart';
  const handle = drawing && part !== 'all' && !preview ? `. Handle ${part + 1}` : '';
  const text = drawing ? textOf(drawing) + handle : tool ? `${drawingNames[tool]}: ${hint}` : '';
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      {text ? (
        <fieldset className={styles.note}>
          <legend className="visually-hidden">Selected drawing</legend>
          <span className="truncate" aria-hidden="true" title={text}>
            {text}
          </span>
          {own && selected !== undefined && !preview ? (
            <>
              <Button bare onClick={() => editor.toggleLock(selected)}>
                {own.isLocked ? 'Unlock' : 'Lock'}
              </Button>
              <Button
                bare
                onClick={() => {
                  editor.remove(selected);
                  onEnd();
                }}
              >
                Delete
              </Button>
            </>
          ) : null}
          {tool ? (
            <Button
              bare
              onClick={() => {
                editor.setTool(undefined);
                onEnd();
              }}
            >
              Cancel
            </Button>
          ) : null}
        </fieldset>
      ) : null}
      {own && selected !== undefined && !preview && !own.isLocked ? (
        <StyleForm key={selected} editor={editor} index={selected} drawing={own} onEnd={onEnd} />
      ) : null}
    </>
  );
}

interface StyleFormProps {
  readonly editor: DrawingEditor;
  readonly index: number;
  readonly drawing: Drawing;
  readonly onEnd: () => void;
}

/** The text and the color of a drawing. A new text gets the focus. */
function StyleForm({ editor, index, drawing, onEnd }: StyleFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, commit } = useDraft({
    value: drawing.text,
    apply: (typed) => {
      editor.setText(index, typed);
      return cleanText(typed);
    },
  });
  const isNew = useRef(drawing.text === NEW_TEXT);
  useEffect(() => {
    if (isNew.current) field.current?.select();
  }, []);
  const isPosition = drawing.kind === 'long' || drawing.kind === 'short';
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        commit();
        onEnd();
      }}
    >
      <input
        ref={field}
        className={control.input}
        aria-label="Text of the drawing"
        placeholder="Text"
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onEnd();
        }}
      />
      {isPosition ? null : (
        <label>
          <span className="visually-hidden">Color of the drawing</span>
          <Select value={drawing.color} onChoose={(color) => editor.setColor(index, color)}>
            {drawingColors.map((color) => [color, drawingColorNames[color]])}
          </Select>
        </label>
      )}
    </form>
  );
}

function useDescription(session: ChartSession): (drawing: Drawing) => string {
  const interval = useStore(session.state, ({ result }) => result?.interval) ?? 'tick';
  return (drawing) => describeDrawing(drawing, session.zone, interval);
}

/** Offers to keep the drawings of the link that are not on this device. */
function SharedNote({ editor, onHideShared }: ToolsProps) {
  const { shared, history } = useStore(editor.store);
  const others = newDrawings(shared, history.present);
  if (others.length === 0) return null;
  const hasRoom = history.present.length + others.length <= MAX_DRAWINGS;
  return (
    <div className={styles.note}>
      <span className="truncate" role="status">
        {others.length === 1 ? '1 shared drawing' : `${others.length} shared drawings`}
        {hasRoom ? '' : `. A pool can have ${MAX_DRAWINGS} drawings`}
      </span>
      <Button
        bare
        disabled={!hasRoom}
        onClick={() => {
          editor.addAll(others);
          onHideShared();
        }}
      >
        Keep on this device
      </Button>
      <Button bare onClick={onHideShared}>
        Hide
      </Button>
    </div>
  );
}

/** Links do not contain locks. */
function linkText(drawing: Drawing): string {
  return serializeDrawing({ ...drawing, isLocked: false });
}

/** Returns the drawings that are not among others. */
function newDrawings(drawings: readonly Drawing[], others: readonly Drawing[]): readonly Drawing[] {
  const texts = new Set(others.map(linkText));
  return drawings.filter((drawing) => !texts.has(linkText(drawing)));
}

interface ListProps extends ToolsProps {
  /** Called after a drawing was selected. */
  readonly onSelect: () => void;
}

/** The drawings in the unit of the chart, to select them without a pointer, and what concerns all of them. */
function DrawingList({ editor, session, linkWith, onSelect }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { history, shared, unit } = useStore(editor.store);
  const textOf = useDescription(session);
  const { isCopied, copy } = useCopy();
  const shown = history.present.flatMap((drawing, index) =>
    drawing.unit === unit ? [{ drawing, index }] : [],
  );
  const hidden = history.present.length - shown.length;
  const ofLink = newDrawings(shared, history.present).filter((drawing) => drawing.unit === unit);
  const link = linkWith(shown.map(({ drawing }) => linkText(drawing)));
  return (
    <>
      {shown.length + ofLink.length === 0 ? <p className="hint">No drawings in this unit</p> : null}
      <ul ref={list} className={saved.list} tabIndex={-1} aria-label="Drawings">
        {shown.map(({ drawing, index }) => (
          <li key={index} className="row tight">
            <button
              type="button"
              className={saved.link}
              title={textOf(drawing)}
              onClick={() => {
                editor.select(index);
                onSelect();
              }}
            >
              {textOf(drawing)}
            </button>
            <Button bare onClick={() => editor.toggleLock(index)}>
              {drawing.isLocked ? 'Unlock' : 'Lock'}
            </Button>
            <Button
              bare
              onClick={() => {
                // The focus would be lost with the button.
                list.current?.focus();
                editor.remove(index);
              }}
            >
              Delete
            </Button>
          </li>
        ))}
        {ofLink.map((drawing) => (
          <li key={serializeDrawing(drawing)} className="row tight">
            <span className="truncate">Shared: {textOf(drawing)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 ? <p className="caption">{`${hidden} in other units`}</p> : null}
      <div className="halves">
        <Button disabled={shown.length === 0} onClick={() => void copy(link)}>
          Share
        </Button>
        <Button
          disabled={shown.length === 0}
          onClick={() => {
            list.current?.focus();
            editor.removeShown();
          }}
        >
          Delete all
        </Button>
      </div>
      <p className="caption" role="status">
        {isCopied === undefined
          ? 'Stored on this device. A shared link contains them.'
          : isCopied
            ? 'Link copied'
            : 'Copy the link below:'}
      </p>
      {isCopied === false ? <ReadOnlyText label="Link to copy" text={link} rows={4} /> : null}
    </>
  );
}

const kindIcons: Readonly<Record<DrawingKind, ReactNode>> = {
  trend: icon(
    <path d="M3.8 12.2 12.2 3.8M1.5 13a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0m10-10a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0" />,
  ),
  ray: icon(
    <path d="M4.2 11.8 14 2M1.5 13a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0m6-6a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0" />,
  ),
  level: icon(<path d="M1.5 8h5m3 0h5M6.5 8a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0" />),
  rectangle: icon(<path d="M2 3.5h12v9H2z" />),
  fibonacci: icon(<path d="M2 2.5h12M2 6h12M2 9h12m-12 4.5h12" />),
  text: icon(<path d="M3 5V3h10v2M8 3v10M6 13h4" />),
  long: icon(<path d="M2 9.5h12M2 2.5h12v11H2zM8 7.5V4.5M6.5 6 8 4.5 9.5 6" />),
  short: icon(<path d="M2 6.5h12M2 2.5h12v11H2zM8 8.5v3M6.5 10 8 11.5 9.5 10" />),
};
const magnetIcon = icon(<path d="M3 2v6a5 5 0 0 0 10 0V2h-3v6a2 2 0 0 1-4 0V2zM3 5h3m4 0h3" />);
const undoIcon = icon(<path d="M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H7" />);
const redoIcon = icon(<path d="m10.5 3 3 3-3 3m3-3H6a3.5 3.5 0 0 0 0 7h3" />);
const listIcon = icon(<path d="M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />);
