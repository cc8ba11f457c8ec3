import { useId } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import control from '#web/kit/controls/control.module.css';
import { useDraft } from '#web/kit/controls/use-draft.ts';
import type { HistoryMode } from '#web/kit/device/history.ts';
import { findPastedAddress } from '#web/list/query/find-pasted-address.ts';
import styles from './filter-panel.module.css';

interface Props {
  readonly label: string;
  readonly addresses: readonly string[];
  readonly limit: number;
  readonly onAddresses: (addresses: readonly string[] | undefined, phase: HistoryMode) => void;
}

/** Text area for addresses in any form, separated by whitespace, commas or semicolons. */
export function AddressField({ label, addresses, limit, onAddresses }: Props) {
  const errorId = useId();
  const draft = useDraft({
    value: addressLines(addresses),
    apply: (text, phase) => {
      const { raw, error } = parseAddresses(text, limit);
      if (error !== undefined) return undefined;
      onAddresses(raw.length > 0 ? raw : undefined, phase);
      return addressLines(raw);
    },
  });
  const { error } = parseAddresses(draft.text, limit);
  return (
    <label className={styles.field}>
      <span className="caption">{label}</span>
      <textarea
        className={`${control.input} ${control.text}`}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        placeholder="EQ… or 0:…"
        value={draft.text}
        aria-invalid={error !== undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onBlur={draft.commit}
      />
      {error ? (
        <span id={errorId} className={styles.error}>
          {error}
        </span>
      ) : null}
    </label>
  );
}

function addressLines(addresses: readonly string[]): string {
  return addresses.map(toUserFriendly).join('\n');
}

function parseAddresses(text: string, limit: number) {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const raw = [...new Set(words.flatMap((word) => findPastedAddress(word) ?? []))];
  const invalid = words.find((word) => findPastedAddress(word) === undefined);
  if (invalid !== undefined) return { raw, error: `Invalid address: ${invalid.slice(0, 60)}` };
  return { raw, error: raw.length > limit ? `At most ${limit} addresses` : undefined };
}
