/** Pixels in a millisecond, and at once: what goes by faster is not looked at. */
const FAST = 1;
const FAR = 64;
/** After so long without a move it has stopped. */
const PAUSE = 200;

/** To hear of a scroll before anything is drawn for the new place: to ask where that is would lay it out at once. */
export const CAPTURE_PASSIVE = { passive: true, capture: true } as const;

let isOn = false;
const listeners = new Set<() => void>();

function turn(on: boolean): void {
  if (on === isOn) return;
  isOn = on;
  for (const listener of listeners) listener();
}

/** Whether what is on the page rushes by, or did a moment ago. */
export function isFastScrolling(): boolean {
  return isOn;
}

export function onFastScrollChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Looks how fast an element is scrolled downwards or upwards. */
export function trackFastScroll(element: EventTarget & { readonly scrollTop: number }): () => void {
  let top = element.scrollTop;
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const forget = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  // On a slow machine the clock alone would end it in the middle of a frame: moves are told at the next one's beginning.
  const end = () => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => turn(false));
    });
  };
  const moved = ({ timeStamp }: Event) => {
    const distance = Math.abs(element.scrollTop - top);
    const time = timeStamp - at;
    top = element.scrollTop;
    at = timeStamp;
    if ((time > PAUSE && !isOn) || (distance < FAR && distance < time * FAST)) return;
    forget();
    timer = setTimeout(end, PAUSE);
    turn(true);
  };
  element.addEventListener('scroll', moved, CAPTURE_PASSIVE);
  return () => {
    element.removeEventListener('scroll', moved, CAPTURE_PASSIVE);
    forget();
    turn(false);
  };
}
