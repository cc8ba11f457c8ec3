import { Button } from '#web/kit/controls/button.tsx';
import { Notice } from '#web/kit/display/notice.tsx';

/** Shown instead of a page that failed to render. */
export function PageError() {
  return (
    <Notice title="Something went wrong" text="Reload the page.">
      <Button onClick={() => location.reload()}>Reload</Button>
    </Notice>
  );
}
