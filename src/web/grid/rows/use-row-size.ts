import { useIsPhone, useIsTouch } from '#web/kit/device/media.ts';
import { useTableLayout } from '#web/list/table-layout.ts';

const heights = { compact: 32, comfortable: 44, phone: 60 } as const;
const imageSizes = { compact: 20, comfortable: 24, phone: 28 } as const;

/** Sizes of a row and its image, in pixels. */
export interface RowSize {
  readonly height: number;
  readonly image: number;
}

export function useRowSize(): RowSize {
  const isPhone = useIsPhone();
  const isTouch = useIsTouch();
  const { density } = useTableLayout();
  // Keep touch targets apart.
  const tableSize = isTouch ? 'comfortable' : density;
  const size = isPhone ? 'phone' : tableSize;
  return { height: heights[size], image: imageSizes[size] };
}
