import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#web/components/controls/button.tsx';
import {
  defaultColumnsFor,
  isSameColumns,
  isWideOnly,
  type SelectableColumn,
  selectableColumns,
} from '#web/lib/screen/columns.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { useIsPhone, useIsTouch } from '#web/state/media.ts';
import { densities, useTableLayout } from '#web/state/table-layout.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './columns-panel.module.css';
import { gridColumn } from './grid-columns.ts';
import { PeriodSwitch } from './period-switch.tsx';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Those of the address; the device remembers what is chosen, for addresses that name none. */
function useColumns({ screen, onChange }: Props) {
  const isPhone = useIsPhone();
  const usual = defaultColumnsFor(isPhone);
  return {
    isPhone,
    chosen: screen.columns ?? usual,
    choose: (chosen: readonly SelectableColumn[] = usual) => {
      const columns = isSameColumns(chosen, usual) ? undefined : [...chosen];
      useTableLayout.setState({ columns });
      onChange((known) => ({ ...known, columns }));
    },
  };
}

export function ColumnsPanel(props: Props) {
  const { chosen, choose, isPhone } = useColumns(props);
  const { density, pinned } = useTableLayout();
  const isTouch = useIsTouch();
  const isOffered = (id: SelectableColumn) => !isPhone || !isWideOnly(id);
  const listed = chosen.filter(isOffered);
  const rest = selectableColumns.filter((id) => isOffered(id) && !chosen.includes(id));
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const toggled = useRef<{ readonly id: SelectableColumn; readonly isChosen: boolean }>(undefined);
  // What is chosen, or not any more, stands elsewhere in the list: the keyboard stays on it.
  useLayoutEffect(() => {
    const { id, isChosen } = toggled.current ?? {};
    if (id === undefined || chosen.includes(id) !== isChosen) return;
    toggled.current = undefined;
    list.current?.querySelector<HTMLElement>(`[name="${id}"]`)?.focus();
  });
  const toggle = (id: SelectableColumn, columns: readonly SelectableColumn[]) => {
    toggled.current = { id, isChosen: columns.includes(id) };
    choose(columns);
  };
  const move = (id: SelectableColumn, to: number) => {
    const others = listed.filter((other) => other !== id);
    const place = Math.max(0, Math.min(to, others.length));
    const moved = [...others.slice(0, place), id, ...others.slice(place)].values();
    // What is not offered keeps its place.
    choose(chosen.map((known) => (isOffered(known) ? (moved.next().value ?? known) : known)));
    setSaid(`${gridColumn(id).title}: column ${place + 1} of ${listed.length}`);
  };
  return (
    <div className={styles.parts}>
      {isPhone || isTouch ? null : (
        <Choice
          label="Rows"
          options={densities}
          chosen={density}
          words={(option) => option}
          onChoose={(option) => useTableLayout.setState({ density: option })}
        />
      )}
      <div className={styles.period}>
        <span aria-hidden="true">Period</span>
        <PeriodSwitch {...props} />
      </div>
      {isPhone ? (
        <p className={styles.room}>
          A row shows the first four of these numbers. Rank, the line of 7 days and pins are for wide windows.
        </p>
      ) : null}
      <ul ref={list} className={styles.list}>
        {listed.map((id, index) => (
          <ChosenItem
            key={id}
            id={id}
            index={index}
            isPinned={isPhone ? undefined : pinned.includes(id)}
            onMove={move}
            onHide={() =>
              toggle(
                id,
                chosen.filter((other) => other !== id),
              )
            }
          />
        ))}
        {rest.map((id) => (
          <li key={id}>
            <label>
              <input type="checkbox" name={id} checked={false} onChange={() => toggle(id, [...chosen, id])} />
              {columnName(id)}
            </label>
          </li>
        ))}
      </ul>
      <Button
        onClick={() => {
          if (!isPhone) useTableLayout.setState({ widths: {}, pinned: ['rank'] });
          choose();
        }}
      >
        Reset columns
      </Button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

function columnName(id: SelectableColumn): string {
  const { label, title } = gridColumn(id);
  if (id === 'rank') return 'Rank';
  if (id === 'change' || id === 'usd') return `Change over the period, ${id === 'usd' ? 'USD' : 'TON'}`;
  if (id.startsWith('change')) return `Change ${label}, TON`;
  return id.startsWith('usd') ? `Change ${label.replace(' ', ', ')}` : id === 'line' ? title : label;
}

interface ItemProps {
  readonly id: SelectableColumn;
  readonly index: number;
  /** undefined: nothing can be pinned. */
  readonly isPinned: boolean | undefined;
  readonly onMove: (id: SelectableColumn, to: number) => void;
  readonly onHide: () => void;
}

const DRAGGED = 'text/plain';

function ChosenItem({ id, index, isPinned, onMove, onHide }: ItemProps) {
  const name = columnName(id);
  const pin = () => {
    const { pinned } = useTableLayout.getState();
    useTableLayout.setState({ pinned: isPinned ? pinned.filter((other) => other !== id) : [...pinned, id] });
  };
  return (
    <li
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const dragged = selectableColumns.find((known) => known === event.dataTransfer.getData(DRAGGED));
        if (dragged) onMove(dragged, index);
      }}
    >
      <label>
        <input type="checkbox" name={id} checked onChange={onHide} />
        {name}
      </label>
      <Button bare aria-label={`Move ${name} left`} title="Left" onClick={() => onMove(id, index - 1)}>
        ↑
      </Button>
      <Button bare aria-label={`Move ${name} right`} title="Right" onClick={() => onMove(id, index + 1)}>
        ↓
      </Button>
      {isPinned === undefined ? null : (
        <Button
          bare
          aria-label={`Pin ${name}`}
          aria-pressed={isPinned}
          title="Stays when the table is scrolled sideways"
          onClick={pin}
        >
          {isPinned ? '◆' : '◇'}
        </Button>
      )}
    </li>
  );
}

interface ChoiceProps<Option extends string> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly words: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
}

function Choice<Option extends string>({ label, options, chosen, words, onChoose }: ChoiceProps<Option>) {
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={label} checked={option === chosen} onChange={() => onChoose(option)} />
          {words(option)}
        </label>
      ))}
    </fieldset>
  );
}
