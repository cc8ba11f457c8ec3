/** Events of the browser tab that the queue depends on. */
export interface Tab {
  isHidden(): boolean;
  /** Calls the listener when the tab becomes visible or hidden. */
  onVisibilityChange(listener: () => void): void;
  /** Calls the listener when the network connection is restored. */
  onOnline(listener: () => void): void;
}

export const tab: Tab = {
  isHidden: () => document.visibilityState === 'hidden',
  onVisibilityChange: (listener) => document.addEventListener('visibilitychange', listener),
  onOnline: (listener) => globalThis.addEventListener('online', listener),
};
