import { NotFoundError } from '#contract/errors.ts';

/** Of the encoded image, in pixels: twice that of the largest place on a page. */
const SIZE = 256;
const QUALITY = 85;
/** Decoding takes four bytes per pixel. */
const MAX_PIXELS = 16_000_000;

/**
 * Returns a PNG, JPEG, GIF or WebP image as WebP of at most 256 × 256 pixels, which contains nothing else of the file.
 * Throws NotFoundError.
 */
export async function encodeImage(file: Buffer): Promise<Buffer> {
  const size = readSize(file);
  if (!size || size.width * size.height === 0 || size.width * size.height > MAX_PIXELS)
    throw new NotFoundError('the image has an unknown format, or is too large');
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(file).catch(() => {
    throw new NotFoundError('the image cannot be decoded');
  });
  const scale = Math.min(1, SIZE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return await canvas.encode('webp', QUALITY);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the size from the header of a file, before anything is decoded. Undefined for other formats. */
export function readSize(file: Buffer): Size | undefined {
  try {
    if (file.toString('latin1', 1, 4) === 'PNG')
      return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    if (file.toString('latin1', 0, 3) === 'GIF')
      return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
    if (file.toString('latin1', 8, 12) === 'WEBP') return readWebpSize(file);
    return file.readUInt16BE(0) === 0xffd8 ? readJpegSize(file) : undefined;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readWebpSize(file: Buffer): Size | undefined {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** Segments of a JPEG file begin with a marker and their length. The size is in that of the frame (SOF0 to SOF15). */
function readJpegSize(file: Buffer): Size | undefined {
  const notFrames = [0xc4, 0xc8, 0xcc];
  for (let offset = 2; ; ) {
    if (file.readUInt8(offset) !== 0xff) return undefined;
    const marker = file.readUInt8(offset + 1);
    if (marker === 0xff) offset += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && !notFrames.includes(marker))
      return { height: file.readUInt16BE(offset + 5), width: file.readUInt16BE(offset + 7) };
    else offset += 2 + file.readUInt16BE(offset + 2);
  }
}
