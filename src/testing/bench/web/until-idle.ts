/** In a page: waits until nothing is asked for any more. It is sent there as its own text. */
export async function untilIdle(): Promise<void> {
  const count = () => performance.getEntriesByType('resource').length;
  let known = -1;
  for (let quiet = 0; quiet < 3; quiet += 1) {
    if (known !== count()) quiet = 0;
    known = count();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
