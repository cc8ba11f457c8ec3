import { create } from 'zustand';

interface Panels {
  /** Under the buttons of the page that is shown. */
  readonly names: readonly string[];
  /** One at a time. */
  readonly open: string | undefined;
}

/** Panels under buttons, by the buttons' names: commands open them too. */
export const usePanels = create<Panels>()(() => ({ names: [], open: undefined }));

export function openPanel(open: string | undefined): void {
  usePanels.setState({ open });
}

/** Answers how to take it away again. */
export function registerPanel(name: string): () => void {
  usePanels.setState(({ names }) => ({ names: [...names, name] }));
  return () =>
    usePanels.setState(({ names, open }) => ({
      names: names.filter((known) => known !== name),
      open: open === name ? undefined : open,
    }));
}
