import type { SyntheticEvent } from 'react';
import { usePictureTime } from '#web/components/display/use-deferred-image.ts';

/** No mark of the browser's stands where a line does not come. */
function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}

/** The service's drawing of a week's price. */
export function PriceLine({ url }: { url: string }) {
  return usePictureTime(url) ? (
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
