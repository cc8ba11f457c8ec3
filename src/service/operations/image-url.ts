import type { Caller } from '#service/config/context.ts';

const RENDERED_IMAGES = '/pictures/';

/** Returns the absolute URL of an image. Images rendered by this service are stored as a path. */
export function imageUrl(image: string | null, { baseUrl }: Caller): string | undefined {
  return image?.startsWith(RENDERED_IMAGES) ? baseUrl + image : (image ?? undefined);
}
