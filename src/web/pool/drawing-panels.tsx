import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { countNoun } from '#contract/format/format-numbers.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { MAX_DRAWINGS } from '#web/chart/chart-view.ts';
import type { DrawingEditor } from '#web/chart/drawings/drawing-editor.ts';
import { NEW_TEXT } from '#web/chart/drawings/drawing-geometry.ts';
import {
  describeDrawing,
  drawingColorNames,
  drawingNames,
  ratiosText,
} from '#web/chart/drawings/drawing-texts.ts';
import {
  anchorCounts,
  cleanText,
  type Drawing,
  drawingColors,
  serializeDrawing,
} from '#web/chart/drawings/drawings.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { ReadOnlyText, useCopy } from '#web/kit/controls/copyable-text.tsx';
import saved from '#web/kit/controls/saved-items.module.css';
import { Select } from '#web/kit/controls/select.tsx';
import { useDraft } from '#web/kit/controls/use-draft.ts';
import styles from './drawing-tools.module.css';

interface SelectionProps {
  readonly editor: DrawingEditor;
  readonly session: ChartSession;
  /** Called when what had the focus is removed, or left by Enter or Escape. */
  readonly onEnd: () => void;
}

/** Describes the selected drawing to all, also to screen readers while it is moved, or how to draw. */
export function Selection({ editor, session, onEnd }: SelectionProps) {
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
        {drawing ? ratiosText(drawing) : ''}
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
  const { text, setText, commit, discard } = useDraft({
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
        if (drawing.kind === 'text' && cleanText(text) === '') editor.remove(index);
        onEnd();
      }}
    >
      <input
        ref={field}
        className={control.input}
        aria-label="Text of the drawing"
        placeholder="Text"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Escape also ends the full screen.
          event.stopPropagation();
          discard();
          if (drawing.text === NEW_TEXT && drawing.kind === 'text') editor.remove(index);
          onEnd();
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

interface SharedNoteProps {
  readonly editor: DrawingEditor;
  /** Removes the drawings from the link. */
  readonly onHideShared: () => void;
}

/** Offers to keep the drawings of the link that are not on this device. */
export function SharedNote({ editor, onHideShared }: SharedNoteProps) {
  const { shared, history } = useStore(editor.store);
  const others = newDrawings(shared, history.present);
  if (others.length === 0) return null;
  const hasRoom = history.present.length + others.length <= MAX_DRAWINGS;
  return (
    <div className={styles.note}>
      <span className="truncate" role="status">
        {countNoun(others.length, 'shared drawing')}
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

/** Longer links are not accepted by all servers. */
const MAX_LINK_LENGTH = 8_000;

interface ListProps {
  readonly editor: DrawingEditor;
  readonly session: ChartSession;
  /** Returns a link to the chart with drawings. */
  readonly linkWith: (drawings: readonly string[]) => string;
  /** Called after a drawing was selected. */
  readonly onSelect: () => void;
}

/** The drawings in the unit of the chart, to select them without a pointer, and what concerns all of them. */
export function DrawingList({ editor, session, linkWith, onSelect }: ListProps) {
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
  const isTooLong = link.length > MAX_LINK_LENGTH;
  return (
    <>
      {shown.length + ofLink.length === 0 ? <p className="hint">No drawings in this unit</p> : null}
      <ul ref={list} className={saved.list} tabIndex={-1} aria-label="Drawings">
        {shown.map(({ drawing, index }) => (
          <li key={index} className="row tight">
            <button
              type="button"
              className={saved.link}
              title={textOf(drawing) + ratiosText(drawing)}
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
        <Button disabled={shown.length === 0 || isTooLong} onClick={() => void copy(link)}>
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
        {isTooLong
          ? 'Stored on this device. Their texts are too long for a link.'
          : isCopied === undefined
            ? 'Stored on this device. A shared link contains them.'
            : isCopied
              ? 'Link copied'
              : 'Copy the link below:'}
      </p>
      {isCopied === false ? <ReadOnlyText label="Link to copy" text={link} rows={4} /> : null}
    </>
  );
}
