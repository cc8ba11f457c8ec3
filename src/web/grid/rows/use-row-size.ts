import { useIsPhone, useIsTouch } from '#web/state/media.ts';
import { useTableLayout } from '#web/state/table-layout.ts';

const heights = { compact: 32, comfortable: 44, phone: 60 } as const;
const pictureSizes = { compact: 20, comfortable: 24, phone: 28 } as const;

/** Of a row and of the picture in it, in pixels. */
export interface RowSize {
  readonly height: number;
  readonly picture: number;
}

export function useRowSize(): RowSize {
  const phone = useIsPhone();
  const isTouch = useIsTouch();
  const { density } = useTableLayout();
  // A finger is to meet one star, and not two.
  const roomy = isTouch ? 'comfortable' : density;
  const size = phone ? 'phone' : roomy;
  return { height: heights[size], picture: pictureSizes[size] };
}
