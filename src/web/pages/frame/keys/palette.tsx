import { type KeyboardEvent, useId, useState } from 'react';
import control from '#web/components/controls/control.module.css';
import { nextActiveIndex, Suggestions } from '#web/components/controls/suggestions.tsx';
import { Modal } from '#web/components/overlays/modal.tsx';
import styles from './keys.module.css';
import { useCommands } from './use-commands.ts';

/** Everything that can be done from anywhere, found by its name. */
export function Palette({ onClose }: { onClose: () => void }) {
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
    // What the command hands the focus to is not pressed by the same key.
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
          placeholder="A command, a screen, a jetton"
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
