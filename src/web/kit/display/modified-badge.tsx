import { useIsPhone } from '#web/kit/device/media.ts';
import { Badge } from './badge.tsx';

/** Marks a jetton with a modified contract; shorter on phones. */
export function ModifiedBadge() {
  return <Badge tone="danger">{useIsPhone() ? 'Modified' : 'Modified contract'}</Badge>;
}
