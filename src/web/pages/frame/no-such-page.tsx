import { Link } from '@tanstack/react-router';
import { Notice } from '#web/components/feedback/notice.tsx';

export function NoSuchPage() {
  return (
    <Notice title="No such page" text="The address leads nowhere.">
      <Link to="/">All jettons</Link>
    </Notice>
  );
}
