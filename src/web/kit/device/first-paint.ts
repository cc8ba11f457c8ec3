import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const painted = createStore<boolean>()(() => false);

/**
 * Returns whether the first paint is done. Content that is not needed for it should render afterwards, which it does in short
 * tasks.
 */
export function useHasPainted(): boolean {
  return useDeferredValue(useStore(painted));
}

/** Reports the first render of the page. */
export function reportFirstRender(): void {
  // The content of one frame has been painted when the next frame begins.
  requestAnimationFrame(() => requestAnimationFrame(() => painted.setState(true, true)));
}
