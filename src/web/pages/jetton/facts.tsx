import type { ReactNode } from 'react';
import type { ListedJetton } from '#web/api/strangers.ts';
import { CountFigure, SumFigure } from '#web/components/figure.tsx';
import { TrustScore } from '#web/components/trust-score.tsx';
import styles from './jetton-head.module.css';

export function Facts({ jetton }: { jetton: ListedJetton }) {
  return (
    <dl className={styles.facts}>
      <Fact label="Liquidity, USD">
        <SumFigure sum={jetton.liquidityUsd} />
      </Fact>
      <Fact label="FDMC, USD">
        <SumFigure sum={jetton.fdmc} />
      </Fact>
      <Fact label="Market cap, USD">
        <SumFigure sum={jetton.mcap} />
      </Fact>
      <Fact label="Holders">
        <CountFigure count={jetton.holdersCount} />
      </Fact>
      <Fact label="Trust score">
        <TrustScore score={jetton.trustScore} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
