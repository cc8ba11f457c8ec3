type Weights = ReadonlyMap<string, number>;

/** Weights of a header such as Accept or Accept-Encoding, by lower-case name; other parameters are ignored. */
function weightsOf(header: string): Weights {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const [, quality = '1'] = /^q=(.*)$/.exec(parameters.find((part) => part.startsWith('q=')) ?? '') ?? [];
    if (name !== '') weights.set(name, Number(quality) || 0);
  }
  return weights;
}

/** Whether an Accept header leaves room for HTML; an absent or empty one does. */
export function acceptsHtml(accept = ''): boolean {
  const weights = weightsOf(accept);
  if (weights.size === 0) return true;
  return (weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0) > 0;
}

/** Whether an Accept header names HTML itself, as those of browsers do. */
export function namesHtml(accept = ''): boolean {
  return (weightsOf(accept).get('text/html') ?? 0) > 0;
}

/** The best of the encodings that an Accept-Encoding header allows; undefined for none. */
export function selectEncoding<Encoding extends string>(
  acceptEncoding: string,
  bestFirst: readonly Encoding[],
): Encoding | undefined {
  const weights = weightsOf(acceptEncoding);
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = bestFirst
    .filter((encoding) => weightOf(encoding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  return best;
}
