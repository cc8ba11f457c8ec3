import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { About } from './about.tsx';
import { Capitalization } from './capitalization.tsx';
import styles from './facts.module.css';
import { TrustPanel } from './trust-panel.tsx';

interface Props {
  readonly address: string;
  readonly query: UseQueryResult<JettonDetails | null>;
}

/** Valuation, trust and metadata of a jetton. */
export function Facts({ address, query: { data, error, refetch } }: Props) {
  return (
    <div className={styles.facts}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data === null ? <p className="hint">No details for this jetton</p> : null}
      {data ? (
        <>
          <Capitalization jetton={data} />
          <TrustPanel address={address} jetton={data} />
          <About jetton={data} />
        </>
      ) : null}
    </div>
  );
}
