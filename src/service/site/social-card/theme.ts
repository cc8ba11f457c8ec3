/** The dark colors of the dashboard, from `src/web/style/tokens.css`. */
export const colors = {
  bg: 'oklch(0.165 0.012 260)',
  raised: 'oklch(0.235 0.015 260)',
  line: 'oklch(0.285 0.014 260)',
  text: 'oklch(0.945 0.006 260)',
  muted: 'oklch(0.715 0.014 260)',
  accent: 'oklch(0.735 0.13 238)',
  up: 'oklch(0.775 0.15 158)',
  down: 'oklch(0.7 0.175 22)',
  danger: 'oklch(0.66 0.2 25)',
} as const;

/** The size that social networks recommend for `og:image`. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
export const MARGIN = 64;
export const RIGHT = CARD_WIDTH - MARGIN;
export const WIDTH = CARD_WIDTH - 2 * MARGIN;
