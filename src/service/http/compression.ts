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

// 74 kB of JSON: 20.4 kB in 0.3 ms at 2, 20.3 kB in 0.7 ms at 4 (the plugin's own), 20.3 kB in 2.2 ms at 5.
export const responseCompression = compression(2, 3);

// A browser asks once for a file that never changes.
export const fileCompression = compression(5, 6);
