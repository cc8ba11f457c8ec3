import { type VerificationStatus, verificationLabels, verificationStatuses } from '#contract/enums.ts';
import control from '#web/kit/controls/control.module.css';
import { type Screen, withFilter } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import styles from './filter-panel.module.css';

const reversed = [...verificationStatuses].reverse();
const options: readonly VerificationStatus[] = [...reversed.slice(1), 'JVS_SCAM'];

export function VerificationField({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const { verification = [] } = screen.filter;
  return (
    <fieldset className={styles.options}>
      <legend className="caption">Verification</legend>
      {options.map((status) => (
        <label key={status} className={control.check}>
          <input
            type="checkbox"
            checked={verification.includes(status)}
            onChange={({ target }) => onChange((current) => withStatus(current, status, target.checked))}
          />
          {verificationLabels[status]}
        </label>
      ))}
    </fieldset>
  );
}

/** Selecting scam also clears "Hide scam", because no jetton would pass both. */
function withStatus(screen: Screen, status: VerificationStatus, isSelected: boolean): Screen {
  const { verification = [], excludeScam } = screen.filter;
  const others = verification.filter((other) => other !== status);
  const next = verificationStatuses.filter(
    (option) => others.includes(option) || (isSelected && option === status),
  );
  return withFilter(screen, {
    verification: next.length > 0 ? next : undefined,
    excludeScam: isSelected && status === 'JVS_SCAM' ? false : excludeScam,
  });
}
