import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { missingJetton } from '#web/api/queries/why-missing.ts';
import { errorText } from '#web/api/transport/error-text.ts';
import { Button } from '#web/components/controls/button.tsx';
import control from '#web/components/controls/control.module.css';
import { findPastedAddress } from '#web/lib/query-language/find-pasted-address.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import { filterChecks } from './filter-checks.ts';
import styles from './why-not-listed-panel.module.css';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Which of the active filters keep a jetton out of the list, with what it has. */
export function WhyNotListedPanel({ screen, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const address = findPastedAddress(text);
  const isBad = text.trim() !== '' && address === undefined;
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        Address of the jetton
      </label>
      <input
        id={id}
        className={control.input}
        autoComplete="off"
        spellCheck={false}
        placeholder="EQ… or 0:…"
        value={text}
        aria-invalid={isBad}
        onChange={({ target }) => setText(target.value)}
      />
      <div role="status" className={styles.answer}>
        {isBad ? <p className={styles.fault}>Not an address of the main network</p> : null}
        {address === undefined ? null : <Answer address={address} screen={screen} onChange={onChange} />}
      </div>
    </>
  );
}

function Answer({ address, screen, onChange }: Props & { address: string }) {
  const { data, error, isPending } = useQuery(missingJetton(address, screen.filter));
  if (isPending) return <p className={styles.label}>Asking…</p>;
  if (error) return <p className={styles.fault}>{errorText(error)}</p>;
  if (data.jetton === null) return <p>The service knows no such jetton.</p>;
  const { name, symbol } = data.jetton.identity;
  const checks = filterChecks(screen, data.jetton, data);
  const failed = checks.filter(({ verdict }) => verdict === 'fails');
  return (
    <>
      <p>
        <bdi className={styles.name}>{symbol}</bdi> <bdi>{name}</bdi>{' '}
        {failed.length === 0
          ? 'passes every filter that could be checked: it is in the list, maybe further down.'
          : 'is not here for:'}
      </p>
      <ul className={styles.checks}>
        {checks.map(({ chip: { id, label, without }, verdict, value }) => (
          <li key={id} data-verdict={verdict}>
            <span className={styles.words}>{label}</span>
            <span className={styles.value}>{verdict === 'unread' ? 'not known on this plan' : value}</span>
            {verdict === 'fails' && without ? (
              <Button bare onClick={() => onChange(() => without)}>
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
