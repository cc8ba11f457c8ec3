import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '#web/api/client/error-text.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { usePanels, WHY_NOT_LISTED } from '#web/kit/device/open-panel.ts';
import type { Screen } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { JettonSearchField } from '#web/search/jetton-search-field.tsx';
import { missingJetton } from './filter-matches.ts';
import { filterChecks } from './why-not-listed.ts';
import styles from './why-not-listed-panel.module.css';

interface Props {
  readonly screen: Screen;
  readonly onChange: ChangeScreen;
}

/** Lists the active filters with the values of a jetton, to explain why the jetton is not in the list. */
export function WhyNotListedPanel({ screen, onChange }: Props) {
  const [address, setAddress] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isOpen = usePanels(({ open }) => open === WHY_NOT_LISTED);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  return (
    <>
      <JettonSearchField
        ref={field}
        label="Jetton"
        placeholder="Name, symbol or address"
        inline
        onPick={setAddress}
      />
      <div role="status" className={styles.result}>
        {address === undefined ? null : <Result address={address} screen={screen} onChange={onChange} />}
      </div>
    </>
  );
}

function Result({ address, screen, onChange }: Props & { address: string }) {
  const now = useServiceClock();
  const rate = useExchangeRate(screen.currency);
  const { data, error, isPending } = useQuery(missingJetton(address, screen.filter));
  if (isPending) return <p className="note">Checking…</p>;
  if (error) return <p className="danger">{errorText(error)}</p>;
  if (data.jetton === null) return <p>No jetton at this address</p>;
  const { name, symbol } = data.jetton.identity;
  const checks = filterChecks(screen, data.jetton, data, now, rate);
  const failed = checks.filter(({ verdict }) => verdict === 'fails');
  return (
    <>
      <p>
        <bdi className="medium" translate="no">
          {symbol}
        </bdi>{' '}
        <bdi translate="no">{name}</bdi>{' '}
        <span>
          {failed.length === 0
            ? 'passes all filters that could be checked. It is in the list, possibly further down.'
            : 'is hidden by:'}
        </span>
      </p>
      <ul className={styles.checks}>
        {checks.map(({ chip: { id, label, without }, verdict, value }) => (
          <li key={id} data-verdict={verdict}>
            <span className={styles.filter}>{label}</span>
            <span className={styles.value}>{value}</span>
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
