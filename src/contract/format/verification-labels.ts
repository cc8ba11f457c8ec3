import type { VerificationStatus } from '#contract/enums.ts';

export const verificationLabels: Readonly<Record<VerificationStatus, string>> = {
  JVS_VERIFIED: 'Verified',
  JVS_COMMUNITY_VERIFIED: 'Community verified',
  JVS_APPROVED: 'Approved',
  JVS_NONE: 'Not verified',
  JVS_SCAM: 'Scam',
};
