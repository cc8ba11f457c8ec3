import type { ReactNode } from 'react';

/** An entry of a description list (`dl`). */
export function Fact({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
