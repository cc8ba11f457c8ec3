import { Button } from '#web/components/controls/button.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';

/** Shown instead of a page that failed to render. */
export function PageError() {
  return (
    <Notice title="Something went wrong" text="Reload the page.">
      <Button onClick={() => location.reload()}>Reload</Button>
    </Notice>
  );
}
