import { useLayoutEffect, useRef, useState } from 'react';
import { capitalize } from '#contract/format/format-text.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { useIsTouch } from '#web/kit/device/media.ts';
import { isWideOnly, type SelectableColumn, selectableColumns } from '#web/list/columns.ts';
import type { Screen } from '#web/list/list-state.ts';
import { densities, useTableLayout } from '#web/list/table-layout.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { columnDragAttributes } from './column-drag-attributes.ts';
import styles from './columns-panel.module.css';
import { gridColumn, positionText } from './list-columns.ts';
import { useColumns } from './use-columns.ts';
import { PeriodSwitch, UnitSwitch } from './value-switches.tsx';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

export function ColumnsPanel(props: Props) {
  const { chosen, choose, reset, isPhone } = useColumns(props);
  const { density, pinned } = useTableLayout();
  const isTouch = useIsTouch();
  const isOffered = (id: SelectableColumn) => !isPhone || !isWideOnly(id);
  const listed = chosen.filter(isOffered);
  const rest = selectableColumns.filter((id) => isOffered(id) && !chosen.includes(id));
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const toggled = useRef<{ readonly id: SelectableColumn; readonly isChosen: boolean }>(undefined);
  // A toggled column moves to another position in the list. Keep the focus on it.
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
    const index = Math.max(0, Math.min(to, others.length));
    const moved = [...others.slice(0, index), id, ...others.slice(index)].values();
    // Columns that are not offered keep their position.
    choose(chosen.map((column) => (isOffered(column) ? (moved.next().value ?? column) : column)));
    setAnnouncement(positionText(id, index, listed.length));
  };
  return (
    <div className={styles.panel}>
      {isPhone || isTouch ? null : (
        <OptionGroup
          label="Rows"
          options={densities}
          chosen={density}
          onChoose={(option) => useTableLayout.setState({ density: option })}
        />
      )}
      <div className={styles.period}>
        <span className="note" aria-hidden="true">
          Period
        </span>
        <PeriodSwitch {...props} />
      </div>
      <div className={styles.period}>
        <span className="note" aria-hidden="true">
          Unit
        </span>
        <UnitSwitch {...props} />
      </div>
      {isPhone ? (
        <p className="note">
          Rows show the first four values. Rank, the 7-day chart and pinning need a wider window.
        </p>
      ) : (
        <p className="note">
          Drag columns here or by their headers. Pinned columns (◆) stay in view, next to the jetton, when the
          table scrolls sideways.
        </p>
      )}
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
            <label className="row">
              <input type="checkbox" name={id} checked={false} onChange={() => toggle(id, [...chosen, id])} />
              {columnName(id)}
            </label>
          </li>
        ))}
      </ul>
      <Button onClick={reset}>Reset columns</Button>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  );
}

function columnName(id: SelectableColumn): string {
  const { label, title } = gridColumn(id);
  if (id === 'rank') return 'Rank';
  const unit = id.startsWith('ton') ? nativeCoin.symbol : id.startsWith('usd') ? 'USD' : undefined;
  if (unit === undefined && !id.startsWith('change')) return id === 'line' ? title : label;
  const change = unit === undefined ? 'change' : `change in ${unit}`;
  const isPeriodSelected = id === 'change' || id === 'ton' || id === 'usd';
  return isPeriodSelected ? `${capitalize(change)} over the selected period` : `${label} ${change}`;
}

interface ItemProps {
  readonly id: SelectableColumn;
  readonly index: number;
  /** undefined if columns cannot be pinned. */
  readonly isPinned: boolean | undefined;
  readonly onMove: (id: SelectableColumn, to: number) => void;
  readonly onHide: () => void;
}

function ChosenItem({ id, index, isPinned, onMove, onHide }: ItemProps) {
  const name = columnName(id);
  const pin = () => {
    const { pinned } = useTableLayout.getState();
    useTableLayout.setState({ pinned: isPinned ? pinned.filter((other) => other !== id) : [...pinned, id] });
  };
  return (
    <li {...columnDragAttributes(id, (dragged) => onMove(dragged, index))}>
      <label className="row">
        <input type="checkbox" name={id} checked onChange={onHide} />
        {name}
      </label>
      <Button bare aria-label={`Move ${name} left`} title="Move left" onClick={() => onMove(id, index - 1)}>
        ↑
      </Button>
      <Button bare aria-label={`Move ${name} right`} title="Move right" onClick={() => onMove(id, index + 1)}>
        ↓
      </Button>
      {isPinned === undefined ? null : (
        <Button
          bare
          aria-label={`Pin ${name}`}
          aria-pressed={isPinned}
          title="Keep in view when scrolling sideways"
          onClick={pin}
        >
          {isPinned ? '◆' : '◇'}
        </Button>
      )}
    </li>
  );
}

interface OptionGroupProps<Option extends string> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
}

function OptionGroup<Option extends string>({ label, options, chosen, onChoose }: OptionGroupProps<Option>) {
  return (
    <fieldset className="cluster">
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option} className="inline-row">
          <input type="radio" name={label} checked={option === chosen} onChange={() => onChoose(option)} />
          {capitalize(option)}
        </label>
      ))}
    </fieldset>
  );
}
