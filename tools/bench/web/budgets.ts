export interface Budget<Results> {
  readonly name: string;
  readonly isMet: (results: Results) => boolean;
}

/** Returns which budgets are met and missed, as text. */
export function summarizeBudgets<Results>(budgets: readonly Budget<Results>[], results: Results): string {
  const names = (isMet: boolean) =>
    budgets.filter((budget) => budget.isMet(results) === isMet).map(({ name }) => name);
  const groups = [
    ['Met', names(true)],
    ['Missed', names(false)],
  ] as const;
  return groups
    .flatMap(([label, members]) => (members.length > 0 ? `${label}: ${members.join('; ')}.` : []))
    .join(' ');
}
