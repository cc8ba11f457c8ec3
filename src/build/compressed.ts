import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [brotli, deflate] = [promisify(brotliCompress), promisify(gzip)];
const algorithms = {
  br: (text: string | Uint8Array) => brotli(text),
  gz: (text: string | Uint8Array) => deflate(text, { level: constants.Z_BEST_COMPRESSION }),
};
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
            name: output.fileName,
            text: output.type === 'chunk' ? output.code : output.source,
          }))
          .filter(({ text }) => text.length >= THRESHOLD);
        const files = texts.flatMap(({ name, text }) =>
          Object.entries(algorithms).map(async ([ending, compress]) => {
            this.emitFile({ type: 'asset', fileName: `${name}.${ending}`, source: await compress(text) });
          }),
        );
        await Promise.all(files);
      },
    },
  };
}
