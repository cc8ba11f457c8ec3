import { foldCase } from '#contract/fold-case.ts';

/** Returns a symbol for comparisons: without case and the dollar sign that some symbols start with. */
export function foldSymbol(symbol: string): string {
  return foldCase(symbol.trim()).replace(/^\$/, '');
}
