import { Modal } from '#web/components/overlays/modal.tsx';
import styles from './keys.module.css';

const keys: readonly (readonly [string, string])[] = [
  ['/', 'Search jettons'],
  ['Ctrl K', 'All commands'],
  ['?', 'This list'],
  ['Ctrl F', 'Search in the loaded rows'],
  ['Ctrl F twice', 'The browser’s own find'],
  ['Arrows', 'From cell to cell of the table'],
  ['Page Up, Page Down', 'A screen of rows up or down'],
  ['Home, End', 'First or last cell of the row; with Ctrl, of the table'],
  ['Shift ←, Shift →', 'In a head of the table: a narrower or wider column'],
  ['W', 'Watch the jetton of the row, or no longer'],
  ['Space', 'Pick the row to compare, or no longer'],
  ['Enter', 'Open the jetton, or take what was typed'],
  ['Escape', 'Close what is open, undo what is being typed'],
];

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keys" onClose={onClose}>
      <div className={styles.list}>
        <h2>Keys</h2>
        <dl>
          {keys.map(([key, does]) => (
            <div key={key} className={styles.line}>
              <dt>
                <kbd className={styles.key}>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}
