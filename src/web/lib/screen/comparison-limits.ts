/** So many jettons side by side; fewer are no comparison, more do not fit. */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 6;
