import type { ReactNode } from 'react';

/** An entry of a description list (`dl`). Browsers do not translate a value without letters. */
export function Fact({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  const isFigure = typeof children === 'string' && !/\p{L}/u.test(children);
  return (
    <div title={title}>
      <dt>{label}</dt>
      <dd translate={isFigure ? 'no' : undefined}>{children}</dd>
    </div>
  );
}
