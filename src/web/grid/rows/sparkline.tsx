import type { SyntheticEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useShouldLoadImage } from '#web/kit/display/jetton-image.tsx';

/** Hides the browser's broken-image icon. */
function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}

/** Whether the column has been in view. Browsers would load its images long before. */
const hasBeenInView = createStore<boolean>()(() => false);

/** Ref of the column's header. */
export function observeSparklines(header: Element | null) {
  if (!header) return;
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) hasBeenInView.setState(true, true);
  });
  observer.observe(header);
  return () => {
    observer.disconnect();
    hasBeenInView.setState(false, true);
  };
}

/** 7-day price chart, rendered by the service. */
export function Sparkline({ url }: { url: string }) {
  const shouldLoad = useShouldLoadImage(url);
  return useStore(hasBeenInView) && shouldLoad ? (
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
