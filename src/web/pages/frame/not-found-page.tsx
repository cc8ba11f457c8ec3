import { Link } from '@tanstack/react-router';
import { Notice } from '#web/components/feedback/notice.tsx';

export function NotFoundPage() {
  return (
    <Notice title="Page not found" text="There is no page at this address.">
      <Link to="/">All jettons</Link>
    </Notice>
  );
}
