import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { MAX_DRAWINGS, type MarketAddress } from '#web/chart/chart-view.ts';
import { DrawingEditor } from '#web/chart/drawings/drawing-editor.ts';
import { DrawingInput } from '#web/chart/drawings/drawing-input.ts';
import { drawingNames } from '#web/chart/drawings/drawing-texts.ts';
import {
  type ChartUnit,
  type DrawingKind,
  drawingKinds,
  parseDrawings,
} from '#web/chart/drawings/drawings.ts';
import { onStoredDrawings, storeDrawings, storedDrawings } from '#web/chart/drawings/stored-drawings.ts';
import { useDismiss } from '#web/kit/controls/popup-button.tsx';
import toggle from '#web/kit/controls/toggle-button.module.css';
import { DrawingList, Selection, SharedNote } from './drawing-panels.tsx';
import styles from './drawing-tools.module.css';
import { icon } from './toolbar/controls.tsx';

interface Props extends MarketAddress {
  readonly session: ChartSession;
  /** The element of the chart. */
  readonly chart: RefObject<HTMLElement | null>;
  readonly unit: ChartUnit;
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
    const stopListening = onStoredDrawings(() => opened.replace(storedDrawings(market)));
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
        <SharedNote
          {...props}
          onHideShared={() => {
            // The focus would be lost with the buttons.
            focusChart();
            props.onHideShared();
          }}
        />
      </div>
      {isListOpen ? (
        <section className={styles.list} aria-label="Drawings">
          <DrawingList {...props} onSelect={focusChart} />
        </section>
      ) : null}
    </div>
  );
}

/** Those that can be pressed, and the one with the focus. */
const FOCUS_TARGETS = 'button:not([aria-disabled=true]), button:focus';
const FOCUS_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves the focus among the buttons of a toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = FOCUS_STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUS_TARGETS)];
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
      // A disabled button would lose the focus, as Undo would by its last press.
      aria-disabled={isDisabled}
      onClick={({ detail }) => {
        if (!isDisabled) onPress(detail === 0);
      }}
    >
      {shown}
    </button>
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
