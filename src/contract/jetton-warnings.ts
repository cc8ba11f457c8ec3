/** What sources warn of, most serious first. An extension of the specification. */
export const warningKinds = [
  /** Buyers cannot sell. */
  'honeypot',
  /** Imitates another jetton. */
  'fake',
  /** The source does not offer the jetton. */
  'blacklisted',
  'suspicious',
  /** The source received a complaint about a violation of copyright or trademarks. */
  'dmca_complaint',
  /** Transfers are taxed. */
  'taxable',
] as const;
export type WarningKind = (typeof warningKinds)[number];

export const warningLabels: Readonly<Record<WarningKind, string>> = {
  honeypot: 'honeypot',
  fake: 'fake',
  blacklisted: 'blacklisted',
  suspicious: 'suspicious',
  dmca_complaint: 'DMCA complaint',
  taxable: 'taxed transfers',
};

/** Ids of sources: kinds of feeds (`stonfi`), and names in imported data. */
export const SOURCE_ID: RegExp = /^[a-z0-9][a-z0-9._-]{0,39}$/;
