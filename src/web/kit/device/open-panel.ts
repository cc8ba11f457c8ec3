import { create } from 'zustand';

interface Panels {
  /** Names of the panels on the current page. */
  readonly names: readonly string[];
  /** Name of the open panel. */
  readonly open: string | undefined;
}

/** Panels by the label of their button. Shared because commands open them too. */
export const usePanels = create<Panels>()(() => ({ names: [], open: undefined }));

/** Name of the panel with the data sources, which the header and the status bar of lists open. */
export const DATA_SOURCES = 'Data sources';

/** Name of the panel that explains why a jetton is not in the list. */
export const WHY_NOT_LISTED = "Why isn't it listed?";

export function openPanel(open: string | undefined): void {
  usePanels.setState({ open });
}

/** Registers a panel. Returns a function that removes it. */
export function registerPanel(name: string): () => void {
  usePanels.setState(({ names }) => ({ names: [...names, name] }));
  return () =>
    usePanels.setState(({ names, open }) => ({
      names: names.filter((registered) => registered !== name),
      open: open === name ? undefined : open,
    }));
}
