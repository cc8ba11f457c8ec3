import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '#web/kit/controls/button.tsx';
import { Banner } from './banner.tsx';

/** A lazily loaded component. The router calls `preload` before it renders a page. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  readonly preload: () => Promise<void>;
}

/**
 * Returns a component whose code is loaded when it is first rendered or preloaded. It renders nothing while the code is
 * loading. If loading fails, it offers a retry and retries by itself when the browser is back online or an outage ends; the
 * rest of the page stays usable. With `isQuiet`, it stays absent until then.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isQuiet = false,
): LazyComponent<Props> {
  const loader = new Loader(load);
  return Object.assign(
    (props: Props) => <Loaded loader={loader} componentProps={props} isQuiet={isQuiet} />,
    { preload: loader.load },
  );
}

interface State<Props> {
  readonly Component?: ComponentType<Props>;
  /** The files could not be fetched; a retry may help. */
  readonly hasFailedToFetch?: true;
  /** Thrown by the code itself; a retry would not help. */
  readonly error?: unknown;
}

/** Loads the code of what could not be fetched. */
const failed = new Set<() => Promise<void>>();

/** Number of outages that have ended. */
let endedOutages = 0;

/** A service that has just started may still refuse requests. */
const AGAIN_MS = 5_000;

/** Tries twice to load what could not be fetched. Runs by itself when the browser is back online. */
export function retryFailedLoads(): void {
  endedOutages += 1;
  const retry = () => {
    for (const load of failed) void load();
  };
  retry();
  setTimeout(retry, AGAIN_MS);
}
addEventListener('online', retryFailedLoads);

class Loader<Props> {
  readonly state = createStore<State<Props>>()(() => ({}));
  readonly #importComponent: () => Promise<ComponentType<Props>>;
  #pending: Promise<void> | undefined;

  constructor(importComponent: () => Promise<ComponentType<Props>>) {
    this.#importComponent = importComponent;
  }

  /** Never rejects; errors are in `state`. */
  readonly load = async (): Promise<void> => {
    if (this.state.getState().Component) return;
    this.#pending ??= this.#attempt();
    await this.#pending;
    this.#pending = undefined;
  };

  async #attempt(): Promise<void> {
    this.state.setState({}, true);
    failed.delete(this.load);
    const countBefore = endedOutages;
    try {
      await reloadFailedStylesheets();
      this.state.setState({ Component: await this.#importComponent() }, true);
    } catch (error) {
      const hasFailedToFetch = isFetchError(error);
      // The outage ended after what failed had been requested.
      if (hasFailedToFetch && endedOutages !== countBefore) {
        await this.#attempt();
        return;
      }
      this.state.setState(hasFailedToFetch ? { hasFailedToFetch } : { error }, true);
      if (hasFailedToFetch) failed.add(this.load);
    }
  }
}

/** Recognizes the messages of browsers and of Vite's preload helper, which set no error name or code. */
function isFetchError(error: unknown): boolean {
  const messages = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;
  return error instanceof Error && messages.test(error.message);
}

const failedStylesheets = new Set<HTMLLinkElement>();
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target);
  },
  { capture: true },
);

let reloading: Promise<void> | undefined;

/**
 * Vite's preload helper requests each style sheet only once, even if it failed to load. All components that load now wait
 * for the same attempt, because the helper takes a sheet that is being loaded again for loaded.
 */
function reloadFailedStylesheets(): Promise<void> {
  reloading ??= reloadAll(failedStylesheets).finally(() => {
    reloading = undefined;
  });
  return reloading;
}

async function reloadAll(failed: Set<HTMLLinkElement>): Promise<void> {
  while (failed.size > 0) {
    const links = [...failed];
    failed.clear();
    await Promise.all(links.map(reloadStylesheet));
  }
}

function reloadStylesheet(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = failed.crossOrigin;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS: ${failed.href}`)));
    link.href = failed.href;
    failed.replaceWith(link);
  });
}

interface LoadedProps<Props> {
  readonly loader: Loader<Props>;
  readonly componentProps: Props;
  readonly isQuiet: boolean;
}

function Loaded<Props extends object>({ loader, componentProps, isQuiet }: LoadedProps<Props>) {
  const { Component, hasFailedToFetch, error } = useStore(loader.state);
  useEffect(() => void loader.load(), [loader]);
  if (error !== undefined) throw error;
  if (Component) return <Component {...componentProps} />;
  return hasFailedToFetch && !isQuiet ? <LoadError onRetry={loader.load} /> : null;
}

function LoadError({ onRetry }: { onRetry: () => Promise<void> }) {
  return (
    <Banner>
      Couldn't load this section.
      <span>
        <Button bare onClick={() => void onRetry()}>
          Retry
        </Button>
        {/* A new release has renamed the files, so only a reload helps. While offline it would lose the page. */}
        {navigator.onLine ? (
          <Button bare onClick={() => location.reload()}>
            Reload the page
          </Button>
        ) : null}
      </span>
    </Banner>
  );
}
