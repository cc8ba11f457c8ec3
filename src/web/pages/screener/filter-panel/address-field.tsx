import { useId } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import control from '#web/components/controls/control.module.css';
import { useDraft } from '#web/components/controls/use-draft.ts';
import { findPastedAddress } from '#web/lib/query-language/find-pasted-address.ts';
import styles from './filter-panel.module.css';

interface Props {
  readonly label: string;
  readonly addresses: readonly string[];
  readonly most: number;
  readonly onAddresses: (addresses: readonly string[] | undefined, step: 'typing' | 'commit') => void;
}

/** Addresses in any form, parted by spaces, commas or lines. */
export function AddressField({ label, addresses, most, onAddresses }: Props) {
  const note = useId();
  const draft = useDraft({
    value: written(addresses),
    apply: (text, step) => {
      const { raw, fault } = readAddresses(text, most);
      if (fault !== undefined) return undefined;
      onAddresses(raw.length > 0 ? raw : undefined, step);
      return written(raw);
    },
  });
  const { fault } = readAddresses(draft.text, most);
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <textarea
        className={`${control.input} ${control.text}`}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        placeholder="EQ… or 0:…"
        value={draft.text}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? note : undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onBlur={draft.commit}
      />
      {fault ? (
        <span id={note} className={styles.fault}>
          {fault}
        </span>
      ) : null}
    </label>
  );
}

function written(addresses: readonly string[]): string {
  return addresses.map(toUserFriendly).join('\n');
}

function readAddresses(text: string, most: number) {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const raw = [...new Set(words.flatMap((word) => findPastedAddress(word) ?? []))];
  const wrong = words.find((word) => findPastedAddress(word) === undefined);
  if (wrong !== undefined) return { raw, fault: `Not an address: ${wrong.slice(0, 60)}` };
  return { raw, fault: raw.length > most ? `At most ${most} addresses` : undefined };
}
