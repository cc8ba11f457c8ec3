/** Range of bar indices on screen. Fractional; extends beyond the first and last bar when there is empty space. */
export interface VisibleRange {
  readonly from: number;
  readonly to: number;
}
