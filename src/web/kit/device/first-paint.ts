import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const painted = createStore<boolean>()(() => false);

/** Returns whether the first paint is done. Content that is not needed for it should render afterwards. */
export function useHasPainted(): boolean {
  return useStore(painted);
}

/** Reports the first render of the page. */
export function reportFirstRender(): void {
  // The content of one frame has been painted when the next frame begins.
  requestAnimationFrame(() => requestAnimationFrame(() => painted.setState(true, true)));
}
