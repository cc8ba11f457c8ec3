type Weights = ReadonlyMap<string, number>;

/** Parses the quality values of a header such as Accept, by lower-case name; ignores other parameters. */
function weightsOf(header: string): Weights {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const [, quality = '1'] = /^q=(.*)$/.exec(parameters.find((part) => part.startsWith('q=')) ?? '') ?? [];
    if (name !== '') weights.set(name, Number(quality) || 0);
  }
  return weights;
}

/** Returns true if an Accept header allows HTML, if only by a wildcard or because it is absent or empty. */
export function acceptsHtml(accept = ''): boolean {
  const weights = weightsOf(accept);
  if (weights.size === 0) return true;
  return (weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0) > 0;
}

/** Returns true if an Accept header contains `text/html` itself, as those of browsers do. */
export function explicitlyAcceptsHtml(accept = ''): boolean {
  return (weightsOf(accept).get('text/html') ?? 0) > 0;
}

/** Returns the preferred encoding that an Accept-Encoding header allows, or undefined if it allows none of them. */
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
