import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#contract/enums.ts';
import { QueryError } from '#web/api/client/error-notice.tsx';
import { NotInPlanError } from '#web/api/client/errors.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import type { JettonDetails } from '#web/api/decoding/decode-jetton.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { jettonHolders, jettonStatistics, jettonTrust, topHolders } from '#web/api/queries/single-jetton.ts';
import { notInPlanText } from '#web/grid/columns/list-columns.ts';
import { CalculatedApart } from '#web/jetton/header/calculated.tsx';
import { UnknownValue } from '#web/kit/display/formatted-values.tsx';
import { jettonsOfAdmin, useLookAlikeWarning } from '#web/list/related-jettons.ts';
import styles from './facts.module.css';
import { adminAddress, holderFacts, type Tone, trustFacts } from './trust-facts.ts';

interface Mark {
  readonly icon: string;
  readonly label: string;
  readonly className?: string;
}

const marks: Readonly<Record<Tone, Mark>> = {
  positive: { icon: '✓', label: 'positive' },
  neutral: { icon: '·', label: 'neutral' },
  caution: { icon: '!', label: 'caution', className: 'warn' },
  negative: { icon: '✕', label: 'negative', className: 'danger' },
  unknown: { icon: '?', label: 'unknown', className: 'muted' },
};

interface Props {
  readonly address: string;
  readonly jetton: JettonDetails;
  /** Currency of amounts in texts. */
  readonly currency: Currency;
}

/** Trust score (operation 2, or the list's score if the plan excludes it) and the facts behind it. */
export function TrustPanel({ address, jetton, currency }: Props) {
  const query = useQuery(jettonTrust(address));
  const { data, error } = query;
  const holders = useQuery(jettonHolders(address)).data?.value;
  const rate = useExchangeRate(currency);
  const changes = useQuery(jettonStatistics(address)).data?.usd;
  const admin = adminAddress(jetton);
  const adminJettons = useQuery({ ...jettonsOfAdmin(admin ?? ''), enabled: admin !== undefined }).data;
  const isLookAlike = useLookAlikeWarning(jetton) !== undefined;
  const now = useServiceClock();
  const { data: largest, isPending } = useQuery(topHolders(address));
  const facts = [
    ...trustFacts(jetton, { now, holders, rate, adminJettons, changes, isLookAlike }),
    ...holderFacts({ data: largest, isPending }, now),
  ];
  const isAgeNotInPlan = error instanceof NotInPlanError;
  return (
    <section aria-label="Trust">
      <div className="cluster">
        <h2>Trust</h2>
        <span className={styles.score}>
          <TrustScore score={data?.score ?? jetton.trustScore} />
        </span>
        <CalculatedApart address={address} at={data?.updatedAt} className="note push-right" />
        {isAgeNotInPlan ? <span className="note push-right">{notInPlanText('trust')}</span> : null}
      </div>
      {isAgeNotInPlan ? null : <QueryError query={query} />}
      <ul className={styles.trustFacts}>
        {facts.map(({ id, tone, text }) => (
          <li key={id} className={marks[tone].className} data-tone={tone}>
            <span className={styles.mark} aria-hidden="true">
              {marks[tone].icon}
            </span>
            <span title={marks[tone].label}>{text}</span>
            <span className="visually-hidden">{`, ${marks[tone].label}`}</span>
          </li>
        ))}
      </ul>
      <p className="note">
        Not checked: taxes on sales that no source reports, and whether liquidity is locked by means that no
        source knows.
      </p>
    </section>
  );
}

/** Trust score from 0 to 100, with a bar. */
function TrustScore({ score }: { score: number | undefined }) {
  if (score === undefined) return <UnknownValue />;
  return (
    <span className="inline-row tight">
      <svg width="24" height="6" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="6" fill="var(--line)" />
        <rect width={score} height="6" fill="var(--muted)" />
      </svg>
      <span className={styles.number}>{score}</span>
    </span>
  );
}
