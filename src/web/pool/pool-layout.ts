import { type RefObject, useState } from 'react';
import * as z from 'zod/mini';
import { useKey } from '#web/kit/controls/use-key.ts';
import { createPersistedStore } from '#web/kit/device/persisted-store.ts';

const sidePanelSchema = z.object({ isFolded: z.boolean(), width: z.number() });

/** Whether the panel next to charts is folded away, and its width in pixels at the default font size. For wide windows. */
export const useSidePanel = createPersistedStore<z.output<typeof sidePanelSchema>>(
  'jetscope.panel',
  (stored) => z.safeParse(sidePanelSchema, stored).data ?? { isFolded: false, width: 360 },
);

/**
 * Returns whether an element has to fill the window, because the browser has no full screen (iPhones) or denies it, and a
 * function that opens or closes the full screen.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFilled, setFilled] = useState(false);
  useKey(({ key }) => {
    if (key === 'Escape') setFilled(false);
  }, isFilled);
  const toggle = async () => {
    if (isFilled) setFilled(false);
    else if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
    else await requestFullScreen(element.current).catch(() => setFilled(true));
  };
  return { isFilled, toggle };
}

/** Rejects if the browser has no full screen. */
async function requestFullScreen(element: HTMLElement | null): Promise<void> {
  await element?.requestFullscreen();
}
