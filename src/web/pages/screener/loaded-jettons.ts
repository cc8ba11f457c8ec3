import type { ListedJetton } from '#web/api/strangers.ts';

/** All rows in the order of their pages; a jetton that sank while pages were read stays where it was met first. */
export function loadedJettons(
  pages: readonly { readonly jettons: readonly ListedJetton[] }[],
): ListedJetton[] {
  const met = new Map<string, ListedJetton>();
  for (const jetton of pages.flatMap((page) => page.jettons)) {
    if (!met.has(jetton.face.address)) met.set(jetton.face.address, jetton);
  }
  return [...met.values()];
}
