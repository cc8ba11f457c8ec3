import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [brotli, deflate] = [promisify(brotliCompress), promisify(gzip)];
/** Compression functions by file extension. */
const algorithms = {
  br: (text: string | Uint8Array) => brotli(text),
  gz: (text: string | Uint8Array) => deflate(text, { level: constants.Z_BEST_COMPRESSION }),
};
// Smaller files fit into one packet without compression.
const MIN_LENGTH = 1000;

/** Vite plugin that emits Brotli and gzip copies of scripts and styles at the highest compression level. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    generateBundle: {
      // Runs after other plugins have changed the files.
      order: 'post',
      async handler(_options, bundle) {
        const sources = Object.values(bundle)
          .filter(({ fileName }) => /\.(js|css)$/.test(fileName))
          .map((output) => ({
            name: output.fileName,
            text: output.type === 'chunk' ? output.code : output.source,
          }))
          .filter(({ text }) => text.length >= MIN_LENGTH);
        const files = sources.flatMap(({ name, text }) =>
          Object.entries(algorithms).map(async ([extension, compress]) => {
            this.emitFile({ type: 'asset', fileName: `${name}.${extension}`, source: await compress(text) });
          }),
        );
        await Promise.all(files);
      },
    },
  };
}
