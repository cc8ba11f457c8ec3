import type { UseQueryResult } from '@tanstack/react-query';
import type { OneJetton } from '#web/api/decoding/untrusted.ts';
import { Fault } from '#web/chart-parts/fault.tsx';
import { About } from './about.tsx';
import { Capitalisation } from './capitalisation.tsx';
import styles from './facts.module.css';
import { TrustPanel } from './trust-panel.tsx';

interface Props {
  readonly address: string;
  readonly found: UseQueryResult<OneJetton | null>;
}

/** What a jetton is worth, how far it can be trusted, and what it is. */
export function Facts({ address, found: { data, error, refetch } }: Props) {
  return (
    <div className={styles.facts}>
      {error && !data ? <Fault error={error} onRetry={() => void refetch()} /> : null}
      {data === null ? <p className={styles.said}>The list has no record of this jetton.</p> : null}
      {data ? (
        <>
          <Capitalisation jetton={data} />
          <TrustPanel address={address} jetton={data} />
          <About jetton={data} />
        </>
      ) : null}
    </div>
  );
}
