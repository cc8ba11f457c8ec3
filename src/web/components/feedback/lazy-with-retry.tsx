import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '#web/components/controls/button.tsx';
import { Banner } from './banner.tsx';

/** A part of a page, or a whole one. The router has it loaded before it shows it. */
interface LatePart<Props> {
  (props: Props): ReactNode;
  readonly preload: () => Promise<void>;
}

/**
 * What is drawn by code that comes when it is first drawn, or looked forward to; nothing until then. Code that does not
 * come is asked for again by hand, or when the machine is back on a network; the rest of the page stands meanwhile.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LatePart<Props> {
  const code = new LateCode(load);
  return Object.assign((props: Props) => <Place code={code} given={props} />, { preload: code.come });
}

interface State<Props> {
  readonly Part?: ComponentType<Props>;
  readonly isMissing?: true;
  /** Of the code itself: to ask for it again would not help. */
  readonly fault?: unknown;
}

class LateCode<Props> {
  readonly state = createStore<State<Props>>()(() => ({}));
  readonly #load: () => Promise<ComponentType<Props>>;
  #underWay: Promise<void> | undefined;

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
    addEventListener('online', () => {
      if (this.state.getState().isMissing) void this.come();
    });
  }

  /** Never rejects: who draws it tells what went wrong. */
  readonly come = async (): Promise<void> => {
    if (this.state.getState().Part) return;
    this.#underWay ??= this.#bring();
    await this.#underWay;
    this.#underWay = undefined;
  };

  async #bring(): Promise<void> {
    this.state.setState({}, true);
    try {
      await stylesAskedAgain();
      this.state.setState({ Part: await this.#load() }, true);
    } catch (error) {
      this.state.setState(isMissing(error) ? { isMissing: true } : { fault: error }, true);
    }
  }
}

/** In the words of the browsers and of the build's loader, which have no other sign of it. */
function isMissing(error: unknown): boolean {
  const words = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;
  return error instanceof Error && words.test(error.message);
}

const lostStyles = new Set<HTMLLinkElement>();
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  },
  { capture: true },
);

/** The build's loader asks for each style sheet once, also where it did not come. */
async function stylesAskedAgain(): Promise<void> {
  const lost = [...lostStyles];
  lostStyles.clear();
  await Promise.all(lost.map(askedAgain));
}

function askedAgain(lost: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = document.createElement('link');
    next.rel = 'stylesheet';
    next.crossOrigin = lost.crossOrigin;
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new Error(`Unable to preload CSS: ${lost.href}`)));
    next.href = lost.href;
    lost.replaceWith(next);
  });
}

function Place<Props extends object>({ code, given }: { code: LateCode<Props>; given: Props }) {
  const { Part, isMissing, fault } = useStore(code.state);
  useEffect(() => void code.come(), [code]);
  if (fault !== undefined) throw fault;
  if (Part) return <Part {...given} />;
  return isMissing ? <Missing onRetry={code.come} /> : null;
}

function Missing({ onRetry }: { onRetry: () => Promise<void> }) {
  return (
    <Banner>
      This part did not load.
      <span>
        <Button bare onClick={() => void onRetry()}>
          Try again
        </Button>
        {/* After a release it has other names; without a network the page would be lost, too. */}
        {navigator.onLine ? (
          <Button bare onClick={() => location.reload()}>
            Reload the page
          </Button>
        ) : null}
      </span>
    </Banner>
  );
}
