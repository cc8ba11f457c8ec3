import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from './button.tsx';
import { PageNote } from './page-note.tsx';

const missing = createStore<{ readonly retry: (() => void) | undefined }>()(() => ({ retry: undefined }));
addEventListener('online', () => missing.getState().retry?.());

/**
 * A part of a page whose code comes when it is first drawn, in a `LatePlace`. Code that does not come is asked for
 * again by hand, or when the machine is back on a network; the rest of the page stands meanwhile.
 */
export function latePart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await comeToIt(load) }));
}

async function comeToIt<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await new Promise<void>((resolve) => {
      const { retry } = missing.getState();
      missing.setState({
        retry: () => {
          retry?.();
          resolve();
        },
      });
    });
    missing.setState({ retry: undefined });
    askAgainForStyles();
    return comeToIt(load);
  }
}

// The build's loader asks for each style sheet once, also where it did not come.
function askAgainForStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

/** Where late parts are drawn; empty until they are there. */
export function LatePlace({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Meanwhile />}>{children}</Suspense>;
}

function Meanwhile() {
  const { retry } = useStore(missing);
  if (!retry) return null;
  return (
    <PageNote>
      This part did not load. If trying again does not help, reload the page.
      <Button bare onClick={retry}>
        Try again
      </Button>
    </PageNote>
  );
}
