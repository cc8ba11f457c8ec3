/** Formats a share from 0 to 1 in percent: 0.0042 as 0.42%, 0.052 as 5.2%, 0.00001 as "under 0.01%". */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent <= 0) return '0%';
  if (percent < 0.01) return 'under 0.01%';
  if (percent >= 99.5) return percent >= 100 ? '100%' : 'over 99%';
  return `${percent.toFixed(percent < 0.995 ? 2 : percent < 9.95 ? 1 : 0)}%`;
}
