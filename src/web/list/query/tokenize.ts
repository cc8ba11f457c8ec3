export type Comparison = '>' | '>=' | '<' | '<=' | '=' | ':';

/** A syntactic token of a query text. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'pair';
      readonly name: string;
      readonly comparison: Comparison;
      readonly value: string;
      readonly text: string;
    }
);

const SPACE = /\s+/y;
const PHRASE = /"((?:[^"\\]|\\.)*)\\?("|$)/sy;
/** Allows spaces around comparison operators but not around a colon. */
const COMPARISON = /([^\s"<>=:≥≤]+)(?:\s*:?(>=|<=|[<>=≥≤])\s*)([^\s"<>=≥≤]*)/y;
const WORD = /[^\s"]+/y;

const OPERATORS: Readonly<Record<string, Comparison>> = {
  '>': '>',
  '>=': '>=',
  '≥': '>=',
  '<': '<',
  '<=': '<=',
  '≤': '<=',
};

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    const space = matchAt(SPACE, text, offset);
    offset += space?.[0].length ?? 0;
    if (offset === text.length) break;
    const token = phraseAt(text, offset) ?? comparisonAt(text, offset) ?? wordAt(text, offset);
    tokens.push(token);
    offset = token.end;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

function phraseAt(text: string, start: number): Token | undefined {
  const match = matchAt(PHRASE, text, start);
  if (!match) return undefined;
  const [whole, inside = ''] = match;
  return { kind: 'phrase', start, end: start + whole.length, text: inside.replace(/\\(.)/gs, '$1') };
}

function comparisonAt(text: string, start: number): Token | undefined {
  const match = matchAt(COMPARISON, text, start);
  if (!match) return undefined;
  const [whole, name = '', sign = '', value = ''] = match;
  const comparison = OPERATORS[sign] ?? '=';
  return { kind: 'pair', start, end: start + whole.length, name, comparison, value, text: whole };
}

function wordAt(text: string, start: number): Token {
  const [word = text.slice(start)] = matchAt(WORD, text, start) ?? [];
  const end = start + word.length;
  const colon = word.indexOf(':');
  if (colon <= 0) return { kind: 'word', start, end, text: word };
  const [name, value] = [word.slice(0, colon), word.slice(colon + 1)];
  return { kind: 'pair', start, end, name, comparison: ':', value, text: word };
}

/** Returns the text as a quoted phrase. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
