import { useRef, useState } from 'react';
import { formatCount } from '#contract/format/format-numbers.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { JsonFiles } from '#web/kit/controls/saved-items.tsx';
import smallTable from '#web/kit/display/small-table.module.css';
import {
  type DeviceFile,
  importParts,
  type PartChange,
  type PartName,
  parseDeviceFile,
  partNames,
  parts,
  previewPart,
  serializeDevice,
} from './device-data.ts';
import styles from './device-page.module.css';

/** Exports and imports all that pages store on this device, with a preview of what an import changes. */
export function DevicePage() {
  const [file, setFile] = useState<DeviceFile>();
  const [message, setMessage] = useState('');
  const [restore, setRestore] = useState<() => void>();
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is removed. Keep the focus on the page.
  const finish = (result: string, undo?: () => void) => {
    setFile(undefined);
    setMessage(result);
    setRestore(() => undo);
    title.current?.focus();
  };
  const choose = (text: string) => {
    const parsed = parseDeviceFile(text);
    setFile(parsed);
    setMessage(
      parsed ? '' : 'This file was not exported here. It has to be a file of "Export JSON" on this page.',
    );
    setRestore(undefined);
  };
  return (
    <div className={styles.page}>
      <title>This device · Jetscope</title>
      <h1 ref={title} tabIndex={-1}>
        This device
      </h1>
      <p>
        These are stored in this browser and nowhere else. A file keeps a copy of them, or takes them to
        another browser.
      </p>
      <table className={smallTable.table}>
        <tbody>
          {partNames.map((name) => (
            <tr key={name}>
              <th scope="row">{parts[name].label}</th>
              <td>{formatCount(parts[name].read().size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <JsonFiles
        label="File of a device"
        fileName="jetscope-device.json"
        text={serializeDevice()}
        onImport={choose}
      />
      {file ? <ImportPreview file={file} onDone={finish} /> : null}
      <p role="status">{message}</p>
      {restore ? (
        <Button
          onClick={() => {
            restore();
            finish('Restored.');
          }}
        >
          Undo
        </Button>
      ) : null}
    </div>
  );
}

interface ImportPreviewProps {
  readonly file: DeviceFile;
  readonly onDone: (result: string, undo?: () => void) => void;
}

function ImportPreview({ file, onDone }: ImportPreviewProps) {
  const [left, setLeft] = useState<readonly PartName[]>([]);
  const previews = partNames.flatMap((name) => {
    const change = previewPart(name, file);
    return change ? [{ name, change, isEmpty: change.added.length + change.changed.length === 0 }] : [];
  });
  const chosen = previews.filter(({ name, isEmpty }) => !isEmpty && !left.includes(name));
  const store = () => {
    const undo = importParts(new Map(chosen.map(({ name, change }) => [name, change])));
    onDone(`Imported: ${chosen.map(({ name }) => parts[name].label.toLowerCase()).join(', ')}.`, undo);
  };
  return (
    <section aria-labelledby="preview" className={styles.preview}>
      <h2 id="preview">What the import changes</h2>
      <ul>
        {previews.map(({ name, change, isEmpty }) => (
          <li key={name}>
            <label className="row">
              <input
                type="checkbox"
                checked={!isEmpty && !left.includes(name)}
                disabled={isEmpty}
                onChange={({ target }) =>
                  setLeft(target.checked ? left.filter((one) => one !== name) : [...left, name])
                }
              />
              {`${parts[name].label}: ${summarize(change)}`}
            </label>
            <ItemTitles part={name} label="New" items={change.added} />
            <ItemTitles part={name} label="Changed" items={change.changed} />
          </li>
        ))}
      </ul>
      <div className="row">
        <Button disabled={chosen.length === 0} onClick={store}>
          Import
        </Button>
        <Button onClick={() => onDone('Nothing was imported.')}>Cancel</Button>
      </div>
    </section>
  );
}

function summarize({ added, changed, same, invalid, skipped }: PartChange): string {
  const counts: readonly (readonly [number, string])[] = [
    [added.length, 'new'],
    [changed.length, 'changed'],
    [same, 'unchanged'],
    [invalid, 'invalid'],
    [skipped, 'beyond the maximum'],
  ];
  const present = counts.filter(([count]) => count > 0);
  return present.map(([count, text]) => `${formatCount(count)} ${text}`).join(', ') || 'none';
}

interface ItemTitlesProps {
  readonly part: PartName;
  readonly label: string;
  readonly items: readonly string[];
}

function ItemTitles({ part, label, items }: ItemTitlesProps) {
  const titles = items.flatMap((item) => parts[part].titleOf(item) ?? []);
  if (titles.length === 0) return null;
  return (
    <p className={styles.titles}>
      {`${label}: `}
      {titles.map((title, index) => (
        <span key={title}>
          {index > 0 ? ', ' : ''}
          <bdi translate="no">{title}</bdi>
        </span>
      ))}
    </p>
  );
}
