import { Link } from '@tanstack/react-router';
import { Notice } from '#web/kit/display/notice.tsx';

export function NotFoundPage() {
  return (
    <Notice title="Page not found" text="There is no page at this address.">
      <Link to="/">All jettons</Link>
    </Notice>
  );
}
