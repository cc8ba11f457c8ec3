import type { Caller } from '#service/service.ts';

const OWN_PICTURES = '/pictures/';

/** Pictures that this service draws are stored by their path alone. */
export function imageUrl(image: string | null, { baseUrl }: Caller): string | undefined {
  return image?.startsWith(OWN_PICTURES) ? baseUrl + image : (image ?? undefined);
}
