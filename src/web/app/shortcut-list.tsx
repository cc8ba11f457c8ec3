import control from '#web/kit/controls/controls.module.css';
import { Modal } from '#web/kit/controls/dialog.tsx';
import { useCharacterKeys } from '#web/kit/device/preferences.ts';
import styles from './search-box.module.css';

/** Keys and their actions. */
const shortcuts: readonly (readonly [string, string])[] = [
  ['/', 'Search jettons and pools'],
  ['Ctrl K', 'Commands'],
  ['?', 'Shortcuts'],
  ['Ctrl F', 'Find in loaded rows'],
  ['Ctrl F twice', "Browser's find"],
  ['J, K', 'Focus the table, then next or previous row'],
  ['Arrows', 'Move between cells'],
  ['Page Up, Page Down', 'Scroll one screen up or down'],
  ['Home, End', 'First or last cell of the row; with Ctrl, of the table'],
  ['Shift ←, Shift →', 'In a column header: narrower or wider column'],
  ['Ctrl Shift ←, Ctrl Shift →', 'In a column header: move the column'],
  ['W', 'Toggle watchlist for the row'],
  ['A', 'New alert on the jetton of the row'],
  ['Space', 'Toggle row for comparison'],
  ['D', 'On the page of a pool: drawing tools'],
  [']', 'On the page of a pool: show or hide the panel next to the chart'],
  ['Arrows, Enter, L, Delete', 'Selected drawing: move it, select its next handle, lock it, delete it'],
  ['Ctrl Z, Ctrl Shift Z', 'Undo or redo drawing'],
  ['1 to 4', 'On a page of several charts: focus a chart'],
  ['Enter', 'Open jetton or pool, apply query'],
  ['Escape', 'Close panel, discard typed text, leave the search field'],
];

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { areOff } = useCharacterKeys();
  return (
    <Modal title="Shortcuts" onClose={onClose}>
      <div className={styles.list}>
        <h2>Shortcuts</h2>
        <label className={control.check}>
          <input
            type="checkbox"
            checked={!areOff}
            onChange={({ target }) => useCharacterKeys.setState({ areOff: !target.checked })}
          />
          Single keys, such as / and J, work anywhere on a page
        </label>
        <dl>
          {shortcuts.map(([key, action]) => (
            <div key={key} className={styles.line}>
              <dt>
                <kbd className={styles.key}>{key}</kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}
