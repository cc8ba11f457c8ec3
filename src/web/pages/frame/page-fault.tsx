import { Button } from '#web/components/controls/button.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';

/** Where a page could not be drawn at all. */
export function PageFault() {
  return (
    <Notice
      title="The page failed"
      text="It met something that it was not made for. Reload it and try again."
    >
      <Button onClick={() => location.reload()}>Reload</Button>
    </Notice>
  );
}
