import type { MouseEvent } from 'react';

/** Whether a click opens a link elsewhere, such as in another tab, instead of on the page. */
export function isForElsewhere({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 1 || ctrlKey || metaKey || shiftKey;
}

type LinkFinder = (target: Element) => HTMLAnchorElement | null | undefined;

/**
 * Mouse handlers of rows that open a link: all ways to open it elsewhere work on the whole row, and the context menu is
 * that of the link. `onClick` has to call `openElsewhere` for clicks that are `isForElsewhere`.
 */
export function rowLinkEvents(findLink: LinkFinder) {
  return {
    onMouseDown: (event: MouseEvent) => {
      const link = otherLink(event, findLink);
      if (!link || getSelection()?.type === 'Range') return;
      if (event.button === 2) coverPage(link);
      // The middle button would start to scroll, and Shift to select.
      else if (isForElsewhere(event)) event.preventDefault();
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1) openElsewhere(event, findLink);
    },
  };
}

/** Passes a click on a row to its link: browsers decide by the keys where to open it. */
export function openElsewhere(event: MouseEvent, findLink: LinkFinder): void {
  const link = otherLink(event, findLink);
  if (!link || getSelection()?.type === 'Range') return;
  const { shiftKey } = event;
  // The middle button, Ctrl, and Cmd on a Mac mean the same.
  const isNewTab = event.button === 1 || event.ctrlKey || event.metaKey;
  const init = { bubbles: true, cancelable: true, ctrlKey: isNewTab, metaKey: isNewTab, shiftKey };
  link.dispatchEvent(new window.MouseEvent('click', init));
}

/** Returns the link of the row, unless the event is on a link or a control. */
function otherLink({ target }: MouseEvent, findLink: LinkFinder) {
  return target instanceof Element && !target.closest('a, button, input') ? findLink(target) : undefined;
}

/** Extends a link over its row or the page until the context menu is open, which takes the link under the pointer. */
function coverPage(link: HTMLAnchorElement): void {
  link.toggleAttribute('data-cover', true);
  const uncover = () => setTimeout(() => link.toggleAttribute('data-cover', false));
  for (const event of ['contextmenu', 'pointerdown']) addEventListener(event, uncover, { once: true });
}
