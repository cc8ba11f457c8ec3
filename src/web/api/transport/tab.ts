/** What the queue needs to know about the tab that it works in. */
export interface Tab {
  isHidden(): boolean;
  /** Tells when the tab is shown or hidden. */
  onVisibilityChange(listener: () => void): void;
  /** Tells when the machine is on a network again. */
  onOnline(listener: () => void): void;
}

export const tab: Tab = {
  isHidden: () => document.visibilityState === 'hidden',
  onVisibilityChange: (listener) => document.addEventListener('visibilitychange', listener),
  onOnline: (listener) => globalThis.addEventListener('online', listener),
};
