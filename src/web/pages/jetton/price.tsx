import { useQuery } from '@tanstack/react-query';
import { faultText } from '#web/api/fault-text.ts';
import { jettonPrice } from '#web/api/queries.ts';
import { useServiceClock } from '#web/api/service-clock.ts';
import { Button } from '#web/components/button.tsx';
import { PriceFigure } from '#web/components/figure.tsx';
import { Age } from '#web/components/moment.tsx';
import styles from './jetton-head.module.css';

/** One price is read closer than a column of them. */
const DIGITS = 6;

export function Price({ address }: { address: string }) {
  const { data, error, isPending, refetch } = useQuery(jettonPrice(address));
  const now = useServiceClock();
  if (isPending) return <p className={styles.usd}>&nbsp;</p>;
  if (!data) {
    return (
      <p role="alert">
        {faultText(error)} <Button onClick={() => void refetch()}>Retry</Button>
      </p>
    );
  }
  const changedAt = data.ton?.changedAt ?? data.usd?.changedAt;
  return (
    <section className={styles.price} aria-label="Price">
      <span className={styles.usd}>
        <PriceFigure price={data.usd?.price} digits={DIGITS} /> <span className={styles.unit}>USD</span>
      </span>
      <span className={styles.ton}>
        <PriceFigure price={data.ton?.price} digits={DIGITS} /> <span className={styles.unit}>TON</span>
      </span>
      {changedAt ? (
        <span className={styles.since}>
          changed <Age time={changedAt} now={now} /> ago
        </span>
      ) : null}
    </section>
  );
}
