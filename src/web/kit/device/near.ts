/** How near the visible part, in pixels. */
const MARGIN = 300;

/** Calls back when an element comes near the window. Returns a function that stops it. */
export function whenNear(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) callback();
    },
    { rootMargin: `${MARGIN}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
