import { type KeyboardEvent, useId, useState } from 'react';
import control from '#web/components/controls/control.module.css';
import { nextActiveIndex, Suggestions } from '#web/components/controls/suggestions.tsx';
import { Modal } from '#web/components/overlays/modal.tsx';
import styles from './shortcuts.module.css';
import { useCommands } from './use-commands.ts';

/** Dialog that finds commands, screens and jettons by name and runs them. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const list = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const commands = useCommands(text);
  const run = (index: number) => {
    const command = commands[index];
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextActiveIndex(event.key, active, commands.length);
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    }
    if (event.key !== 'Enter') return;
    // Otherwise the same key press would activate the element that the command focuses.
    event.preventDefault();
    run(active);
  };
  return (
    <Modal title="Commands" onClose={onClose}>
      <div className={styles.palette}>
        <input
          className={control.input}
          role="combobox"
          aria-label="Command"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? `${list}-${active}` : undefined}
          placeholder="Search commands, screens and jettons"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Suggestions
          id={list}
          label="Commands"
          options={commands.map(({ name, group }) => ({ key: `${group} ${name}`, text: name, note: group }))}
          active={active}
          onPick={run}
        />
      </div>
    </Modal>
  );
}
