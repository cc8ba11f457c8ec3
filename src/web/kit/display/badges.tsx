import type { ReactNode } from 'react';
import type { VerificationStatus } from '#contract/enums.ts';
import { capitalize } from '#contract/format/format-text.ts';
import { type WarningKind, warningLabels } from '#contract/jetton-warnings.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import styles from './display.module.css';

export function Badge({
  tone,
  title,
  children,
}: {
  tone: 'neutral' | 'warn' | 'danger';
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`} title={title}>
      {children}
    </span>
  );
}

/** Badge of a look-alike, with the reason as a tooltip. Renders nothing without a warning. */
export function LookAlikeBadge({ warning }: { warning: string | undefined }) {
  if (warning === undefined) return null;
  return (
    <Badge tone="warn" title={warning}>
      Look-alike
    </Badge>
  );
}

interface Warning {
  readonly kind: WarningKind;
  readonly text: string;
}

/** Badge of the most serious warning of sources, with all of them as a tooltip. Renders nothing without one. */
export function WarningBadge({ warnings }: { warnings: readonly Warning[] | undefined }) {
  const [first] = warnings ?? [];
  if (!warnings || !first) return null;
  return (
    <Badge tone="warn" title={warnings.map(({ text }) => text).join(', ')}>
      {capitalize(warningLabels[first.kind])}
    </Badge>
  );
}

const marks = {
  JVS_VERIFIED: { label: 'Verified', className: styles.verified, filled: true },
  JVS_COMMUNITY_VERIFIED: { label: 'Community verified', className: 'muted', filled: true },
  JVS_APPROVED: { label: 'Approved', className: 'muted', filled: false },
} as const;

/** Badge of the verification status. Renders nothing for an unverified jetton. */
export function Verification({ status }: { status: VerificationStatus }) {
  if (status === 'JVS_SCAM') return <Badge tone="danger">Scam</Badge>;
  if (status === 'JVS_NONE') return null;
  const { label, className, filled } = marks[status];
  return (
    <svg
      width="14"
      height="14"
      className={`rigid ${className}`}
      viewBox="0 0 16 16"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {filled ? <circle cx="8" cy="8" r="7.5" fill="currentColor" /> : null}
      {filled ? null : <circle cx="8" cy="8" r="6.75" fill="none" stroke="currentColor" strokeWidth="1.5" />}
      <path
        d="m4.8 8.3 2.2 2.2 4.2-4.6"
        fill="none"
        stroke={filled ? 'var(--bg)' : 'currentColor'}
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Marks a jetton with a modified contract; shorter on phones. */
export function ModifiedBadge() {
  return <Badge tone="danger">{useIsPhone() ? 'Modified' : 'Modified contract'}</Badge>;
}
