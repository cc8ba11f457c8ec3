import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import { searchJettons } from '#web/api/queries/search-jettons.ts';
import { faultText } from '#web/api/transport/error-text.ts';
import control from '#web/components/controls/control.module.css';
import { nextActiveIndex, Suggestions } from '#web/components/controls/suggestions.tsx';
import { useDraft } from '#web/components/controls/use-draft.ts';
import { Verification } from '#web/components/display/verification.tsx';
import { pastedAddress } from '#web/lib/query-language/pasted-address.ts';
import { COMPARED_MAX } from '#web/lib/screen/comparison-limits.ts';
import styles from './compare-page.module.css';

interface Props {
  readonly compared: readonly string[];
  readonly onAdd: (address: string) => void;
}

/** Finds a jetton by name, symbol or address and adds it. */
export function AddJetton({ compared, onAdd }: Props) {
  const list = useId();
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  const draft = useDraft({
    value: asked,
    apply: (text) => {
      setAsked(text);
      return text;
    },
  });
  const isFull = compared.length >= COMPARED_MAX;
  const search = asked.trim();
  const isAsked = search.length >= MIN_SEARCH_LENGTH && pastedAddress(search) === undefined;
  const answer = useQuery({ ...searchJettons(search), enabled: isAsked });
  const found = (isAsked && answer.data) || [];
  const offered = found.filter(({ face }) => !compared.includes(face.address));
  const clear = () => {
    draft.discard();
    setAsked('');
    setActive(0);
  };
  const add = (address: string | undefined) => {
    if (address === undefined) return;
    clear();
    if (!compared.includes(address)) onAdd(address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = offered.length > 0 ? nextActiveIndex(event.key, active, offered.length) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    }
    if (event.key === 'Enter') add(pastedAddress(draft.text) ?? offered[active]?.face.address);
    if (event.key === 'Escape') clear();
  };
  const said = saidOf(search, isAsked, answer, offered.length, found.length);
  const isOpen = draft.text !== '';
  return (
    <search className={styles.add}>
      <input
        className={control.input}
        role="combobox"
        aria-label="Add a jetton"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? `${list}-${active}` : undefined}
        placeholder={isFull ? 'Six at most: remove one first' : 'Add a jetton: name, symbol or address'}
        disabled={isFull}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={draft.text}
        onChange={({ target }) => {
          setActive(0);
          const pasted = pastedAddress(target.value);
          if (pasted === undefined) draft.setText(target.value);
          else add(pasted);
        }}
        onKeyDown={onKeyDown}
        onBlur={clear}
      />
      {isOpen ? (
        <Suggestions
          id={list}
          label="Jettons found"
          options={offered.map(({ face, verification }) => ({
            key: face.address,
            text: face.symbol,
            note: (
              <span className={styles.found}>
                <Verification status={verification} />
                <bdi>{face.name}</bdi>
                <code>{shortenAddress(face.userFriendly)}</code>
              </span>
            ),
          }))}
          active={active}
          onPick={(index) => add(offered[index]?.face.address)}
        >
          <p className={said === '' ? 'visually-hidden' : styles.said} role="status">
            {said || `${offered.length} found`}
          </p>
        </Suggestions>
      ) : null}
    </search>
  );
}

function saidOf(
  search: string,
  isAsked: boolean,
  { isPending, error }: { readonly isPending: boolean; readonly error: Error | null },
  offered: number,
  found: number,
): string {
  if (!isAsked) return search.length < MIN_SEARCH_LENGTH ? `At least ${MIN_SEARCH_LENGTH} characters` : '';
  if (error) return faultText(error);
  if (isPending) return 'Asking…';
  if (offered > 0) return '';
  return found > 0 ? 'Already compared' : 'Nothing found';
}
