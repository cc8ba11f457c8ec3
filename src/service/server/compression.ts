import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

function compression(brotli: number, gzip: number): FastifyCompressOptions {
  return {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotli } },
    zlibOptions: { level: gzip },
  };
}

// Brotli on 74 kB of JSON: quality 2 gives 20.4 kB in 0.3 ms, 4 (the plugin's default) 20.3 kB in 0.7 ms,
// 5 20.3 kB in 2.2 ms.
export const responseCompression = compression(2, 3);

// Browsers download immutable files only once, so spend more time on them.
export const fileCompression = compression(5, 6);
