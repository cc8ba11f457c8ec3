import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const painted = createStore<boolean>()(() => false);

/** Whether the page's first picture has been shown: what need not be in it is drawn after it, not before. */
export function useHasPainted(): boolean {
  return useStore(painted);
}

/** To be told when the page has been drawn for the first time. */
export function reportFirstRender(): void {
  // What is there in one frame has been shown when the next one begins.
  requestAnimationFrame(() => requestAnimationFrame(() => painted.setState(true, true)));
}
