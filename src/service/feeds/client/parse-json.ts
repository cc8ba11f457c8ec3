import { parse } from 'lossless-json';

/**
 * Parses JSON so that no number loses digits: if JSON.parse might change one, all numbers are LosslessNumber. Documents
 * with strings and short integers only, such as lists of pools, are parsed natively, which is ten times as fast.
 * Throws SyntaxError, or RangeError if the text is nested too deeply.
 */
export function parseJson(text: string): unknown {
  return hasInexactNumbers(text) ? parse(text) : JSON.parse(text);
}

// Integers of up to 15 digits are exact.
const INEXACT = /\d[.eE]|\d{16}/;

function hasInexactNumbers(text: string): boolean {
  let start = 0;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', start)) {
    if (quote - start > 2 && INEXACT.test(text.slice(start, quote))) return true;
    start = endOfString(text, quote) + 1;
  }
  return INEXACT.test(text.slice(start));
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
