import { SourceError } from './source.ts';

/** In bytes, after decompression. DeDust's list of pools has tens of megabytes. */
const MAX_BODY = 64 * 1024 * 1024;

/** Reads the text of a response. Errors name `path`. Throws SourceError if it exceeds 64 MB. */
export async function readBody(response: Response, path: string): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let size = 0;
  // Leaving the loop cancels the response.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) {
      throw new SourceError(`${path}: the response exceeds ${MAX_BODY / 1024 ** 2} MB`, { isTooLarge: true });
    }
    texts.push(decoder.decode(chunk, { stream: true }));
  }
  return texts.join('') + decoder.decode();
}
