import type { SyntheticEvent } from 'react';
import { useShouldLoadImage } from '#web/kit/display/jetton-image.tsx';

/** Hides the browser's broken-image icon. */
function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}

/** 7-day price chart, rendered by the service. */
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
