import type { SyntheticEvent } from 'react';
import { useShouldLoadImage } from '#web/components/display/use-should-load-image.ts';

/** No mark of the browser's stands where a line does not come. */
function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}

/** The service's drawing of a week's price. */
export function Sparkline({ url }: { url: string }) {
  return useShouldLoadImage(url) ? (
    <img
      key={url}
      src={url}
      width={90}
      height={24}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={hide}
    />
  ) : null;
}
