import { type VerificationStatus, verificationStatuses } from '#contract/enums.ts';
import { verificationLabels } from '#contract/format/verification-labels.ts';
import control from '#web/components/controls/control.module.css';
import { type Screen, withFilter } from '#web/lib/screen/screen.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './filter-panel.module.css';

const offered = [...verificationStatuses].reverse();
const shown: readonly VerificationStatus[] = [...offered.slice(1), 'JVS_SCAM'];

export function VerificationField({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const { verification = [] } = screen.filter;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Verification</legend>
      {shown.map((status) => (
        <label key={status} className={control.check}>
          <input
            type="checkbox"
            checked={verification.includes(status)}
            onChange={({ target }) => onChange((known) => withStatus(known, status, target.checked))}
          />
          {verificationLabels[status]}
        </label>
      ))}
    </fieldset>
  );
}

/** Who asks for scam does not want it hidden as well. */
function withStatus(screen: Screen, status: VerificationStatus, isAsked: boolean): Screen {
  const { verification = [], excludeScam } = screen.filter;
  const others = verification.filter((known) => known !== status);
  const next = verificationStatuses.filter(
    (known) => others.includes(known) || (isAsked && known === status),
  );
  return withFilter(screen, {
    verification: next.length > 0 ? next : undefined,
    excludeScam: isAsked && status === 'JVS_SCAM' ? false : excludeScam,
  });
}
