import type { MovingAverage } from '#web/chart/bars/moving-averages.ts';

export const chartTypes = ['candles', 'bars', 'line', 'area', 'dots'] as const;
export type ChartType = (typeof chartTypes)[number];

export const chartScales = ['linear', 'log', 'percent'] as const;
export type ChartScale = (typeof chartScales)[number];

export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];

/** How bars are drawn. */
export interface ChartAppearance {
  readonly type: ChartType;
  readonly scale: ChartScale;
  readonly zone: TimeZone;
  readonly averages: readonly MovingAverage[];
  readonly colours: ChartColours;
  /** Markets that are laid over this one. */
  readonly others: number;
  /** Whether columns count the ticks of each bar. */
  readonly hasCounts: boolean;
  /** Language of dates; the page's own where there is none. */
  readonly locale: string | undefined;
}

export interface ChartColours {
  readonly ground: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly up: string;
  readonly down: string;
  /** Of markets that are laid over, in their order. */
  readonly over: readonly string[];
}

/** They mean no change, unlike those of prices that rise and fall. */
export const OVERLAY_COLOURS = ['--overlay-1', '--overlay-2', '--overlay-3'] as const;

/** The page's own colours at an element, in a form that the drawing library reads: it knows no `oklch`. */
export function readColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const read = (name: string) => {
    const probe = document.createElement('span');
    probe.style.color = style.getPropertyValue(name);
    element.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return pixel ? asRgb(pixel, colour) : colour;
  };
  return {
    ground: read('--bg'),
    line: read('--line'),
    text: read('--text'),
    muted: read('--muted'),
    accent: read('--accent'),
    up: read('--up'),
    down: read('--down'),
    over: OVERLAY_COLOURS.map(read),
  };
}

function asRgb(pixel: CanvasRenderingContext2D, colour: string): string {
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** The same colour, let through. */
export function withAlpha(rgb: string, alpha: number): string {
  return rgb.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`);
}
