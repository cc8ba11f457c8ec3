/** Waits until the page sends no more requests. Runs in the page, so it must be self-contained. */
export async function waitForNetworkIdle(): Promise<void> {
  const count = () => performance.getEntriesByType('resource').length;
  let previous = -1;
  for (let idlePolls = 0; idlePolls < 3; idlePolls += 1) {
    if (previous !== count()) idlePolls = 0;
    previous = count();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
