import { startTransition, useEffect, useState } from 'react';

let isPainted = false;

/** Whether the page's first picture has been shown: what need not be in it is drawn after it, not before. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(isPainted);
  useEffect(() => {
    if (isPainted) return;
    // What is there in one frame has been shown when the next one begins.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        isPainted = true;
        startTransition(() => setPainted(true));
      });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted;
}
