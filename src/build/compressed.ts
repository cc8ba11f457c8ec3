import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const algorithms = { br: promisify(brotliCompress), gz: promisify(gzip) };
// Smaller ones fit into one packet as they are.
const THRESHOLD = 1000;

/** Puts scripts and styles compressed beside them: once and as small as it gets, not for each visitor. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    generateBundle: {
      // What other plugins write into them is in them by then.
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle)
          .filter(({ fileName }) => /\.(js|css)$/.test(fileName))
          .map((output) => ({
            fileName: output.fileName,
            text: output.type === 'chunk' ? output.code : output.source,
          }))
          .filter(({ text }) => text.length >= THRESHOLD);
        for (const { fileName, text } of texts)
          for (const [ending, compress] of Object.entries(algorithms))
            this.emitFile({
              type: 'asset',
              fileName: `${fileName}.${ending}`,
              source: await compress(text),
            });
      },
    },
  };
}
