import { type RefObject, useEffect, useRef } from 'react';

/** Shuts what is open at a press outside the area, or at Escape, which also gives the focus back to the area's button. */
export function useDismiss(isOpen: boolean, shut: () => void): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const latest = useRef(shut);
  useEffect(() => {
    latest.current = shut;
  });
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) latest.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      latest.current();
      area.current?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return area;
}
