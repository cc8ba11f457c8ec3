/** Numbers of jettons that fit side by side. */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 6;
