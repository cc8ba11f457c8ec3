/** A small drawing of the price that the service makes; its address is already checked. */
export function PriceLine({ url }: { url: string | undefined }) {
  return url === undefined ? null : (
    <img
      src={url}
      width={90}
      height={24}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  );
}
