export interface Budget<Results> {
  readonly name: string;
  readonly isMet: (results: Results) => boolean;
}

/** Which budgets are held, in words. */
export function verdictOf<Results>(budgets: readonly Budget<Results>[], results: Results): string {
  const names = (isMet: boolean) =>
    budgets.filter((budget) => budget.isMet(results) === isMet).map(({ name }) => name);
  const said = [
    ['Held', names(true)],
    ['Missed', names(false)],
  ] as const;
  return said.flatMap(([word, held]) => (held.length > 0 ? `${word}: ${held.join('; ')}.` : [])).join(' ');
}
