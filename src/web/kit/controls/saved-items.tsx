import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { cleanName } from '#web/kit/device/names.ts';
import { Button } from './button.tsx';
import control from './controls.module.css';
import { saveFile } from './save-file.ts';
import styles from './saved-items.module.css';
import { isComposing } from './shortcut-keys.ts';

interface NameFormProps {
  /** Accessible name of the field. */
  readonly label: string;
  readonly placeholder?: string;
  readonly defaultName?: string;
  readonly submit: string;
  readonly fieldRef?: RefObject<HTMLInputElement | null>;
  /** Receives undefined if the input contains no visible character. Returns whether to clear the field. */
  readonly onName: (name: string | undefined) => boolean;
  /** Called on Escape, which then does not close the panel around the form. */
  readonly onCancel?: () => void;
}

/** A field with a button, for the name of something saved. A field with a default name takes the focus. */
export function NameForm({
  label,
  placeholder,
  defaultName,
  submit,
  fieldRef,
  onName,
  onCancel,
}: NameFormProps) {
  return (
    <form
      className="row fill"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const input = new FormData(form).get('name');
        if (onName(typeof input === 'string' ? cleanName(input) : undefined)) form.reset();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onCancel) return;
        event.stopPropagation();
        if (!isComposing(event)) onCancel();
      }}
    >
      <input
        ref={defaultName === undefined ? fieldRef : (field) => field?.focus()}
        className={control.input}
        name="name"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={defaultName}
        autoComplete="off"
      />
      <Button submit>{submit}</Button>
    </form>
  );
}

interface SavedItemProps {
  readonly name: string;
  readonly isRenaming: boolean;
  readonly onStartRenaming: () => void;
  /** Receives undefined if the input contains no visible character, and the present name if renaming is canceled. */
  readonly onRename: (name: string | undefined) => void;
  readonly onRemove: () => void;
  /** What opens the item. */
  readonly children: ReactNode;
}

/** A row of a list of saved items, which can be renamed and removed. */
export function SavedItem({
  name,
  isRenaming,
  onStartRenaming,
  onRename,
  onRemove,
  children,
}: SavedItemProps) {
  const renameButton = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    flushSync(() => onRename(name));
    renameButton.current?.focus();
  };
  if (isRenaming)
    return (
      <li className="row tight">
        <NameForm
          label={`New name for ${name}`}
          defaultName={name}
          submit="Rename"
          onName={(newName) => {
            onRename(newName);
            return false;
          }}
          onCancel={cancel}
        />
      </li>
    );
  return (
    <li className="row tight">
      {children}
      <Button ref={renameButton} bare aria-label={`Rename ${name}`} onClick={onStartRenaming}>
        Rename
      </Button>
      <Button bare aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

interface JsonFilesProps {
  /** Accessible name of the file field. */
  readonly label: string;
  readonly fileName: string;
  /** The text of the file to export; undefined if there is nothing to export. */
  readonly text: string | undefined;
  readonly onImport: (text: string) => void;
}

/** Buttons that import and export a JSON file. */
export function JsonFiles({ label, fileName, text, onImport }: JsonFilesProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const importFile = async (chosen: File | undefined) => {
    if (chosen) onImport(await chosen.text());
  };
  const exportFile = () => {
    if (text !== undefined) saveFile(fileName, new Blob([text], { type: 'application/json' }));
  };
  return (
    <div className="halves">
      <Button onClick={() => fileInput.current?.click()}>Import JSON</Button>
      <Button disabled={text === undefined} onClick={exportFile}>
        Export JSON
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept="application/json,.json"
        aria-label={label}
        hidden
        onChange={({ target }) => {
          void importFile(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}

/** Leads from a panel of saved items to the page with all of them. */
export function DeviceLink() {
  return (
    <p className={`${styles.message} text-links`}>
      <Link to="/device">Everything stored on this device</Link>
    </p>
  );
}
