import { Link } from '@tanstack/react-router';
import { Button } from '#web/kit/controls/button.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { Notice } from '#web/kit/display/notice.tsx';

const ReportProblem = lazyWithRetry(
  async () => (await import('./data-sources/report-problem.tsx')).ReportProblem,
);

export function NotFoundPage() {
  return (
    <Notice title="Page not found" text="There is no page at this address.">
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

/** Shown instead of a page that failed to render. */
export function PageError() {
  return (
    <Notice title="Something went wrong" text="Reload the page.">
      <Button onClick={() => location.reload()}>Reload</Button>
      <ReportProblem />
    </Notice>
  );
}
