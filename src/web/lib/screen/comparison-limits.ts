/** So many jettons side by side; fewer are no comparison, more do not fit. */
export const COMPARED_MIN = 2;
export const COMPARED_MAX = 6;
