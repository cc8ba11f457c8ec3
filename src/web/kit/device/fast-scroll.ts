import { useSyncExternalStore } from 'react';

/** Minimum speed in pixels per millisecond, and minimum distance of a single event in pixels, that count as fast. */
const MIN_SPEED = 1;
const MIN_JUMP = 64;
/** Milliseconds without scrolling after which fast scrolling ends. */
const IDLE_MS = 200;

/** Listener options that deliver a scroll event before the new position is rendered. Reading the position later forces a layout. */
export const CAPTURE_PASSIVE = { passive: true, capture: true } as const;

let isActive = false;
const listeners = new Set<() => void>();

function setActive(active: boolean): void {
  if (active === isActive) return;
  isActive = active;
  for (const listener of listeners) listener();
}

/** Returns whether the user is scrolling too fast to read the content. */
export function isFastScrolling(): boolean {
  return isActive;
}

/** Subscribes to changes of `isFastScrolling`. Returns a function that unsubscribes. */
export function onFastScrollChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tracks the vertical scroll speed of an element. Returns a function that stops tracking. */
export function trackFastScroll(element: EventTarget & { readonly scrollTop: number }): () => void {
  let lastTop = element.scrollTop;
  let lastTime = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const cancel = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  // On slow devices, the timer may fire before the scroll events of a long frame, so wait for two more frames.
  const end = () => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setActive(false));
    });
  };
  const onScroll = ({ timeStamp }: Event) => {
    const distance = Math.abs(element.scrollTop - lastTop);
    const elapsed = timeStamp - lastTime;
    lastTop = element.scrollTop;
    lastTime = timeStamp;
    if ((elapsed > IDLE_MS && !isActive) || (distance < MIN_JUMP && distance < elapsed * MIN_SPEED)) return;
    cancel();
    timer = setTimeout(end, IDLE_MS);
    setActive(true);
  };
  element.addEventListener('scroll', onScroll, CAPTURE_PASSIVE);
  return () => {
    element.removeEventListener('scroll', onScroll, CAPTURE_PASSIVE);
    cancel();
    setActive(false);
  };
}

function alwaysFalse(): boolean {
  return false;
}

/** Returns whether the user is scrolling fast. With `isEnabled` false it returns false and never rerenders the component. */
export function useFastScroll(isEnabled = true): boolean {
  return useSyncExternalStore(onFastScrollChange, isEnabled ? isFastScrolling : alwaysFalse, alwaysFalse);
}
