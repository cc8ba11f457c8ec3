import { Badge } from './badge.tsx';

/** Badge of a look-alike, with the reason as a tooltip. Renders nothing without a warning. */
export function LookAlikeBadge({ warning }: { warning: string | undefined }) {
  if (warning === undefined) return null;
  return (
    <Badge tone="warn" title={warning}>
      Look-alike
    </Badge>
  );
}
