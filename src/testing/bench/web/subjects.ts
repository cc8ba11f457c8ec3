/** A grid that is measured, and how to find its parts. */
export interface Subject {
  readonly name: string;
  /** Its page, for a table of so many pixels. */
  readonly path: (box: Box) => string;
  readonly scroller: string;
  /** The name of the jetton in each row that is drawn with its values. */
  readonly names: string;
  /** The same of the first row of the list. */
  readonly firstName: string;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

export const subjects = {
  ours: {
    name: 'Jetscope',
    path: () => '/',
    scroller: '[role=grid]',
    names: '[role=row] a[href^="/jetton/"] bdi:first-of-type',
    firstName: '[aria-rowindex="2"] a[href^="/jetton/"] bdi:first-of-type',
  },
  agGrid: {
    name: 'AG Grid',
    path: ({ width, height }) => `/ag-grid/index.html?width=${width}&height=${height}`,
    scroller: '.ag-grid-viewport',
    names: '[col-id=jetton] .symbol',
    firstName: '[row-index="0"] [col-id=jetton] .symbol',
  },
} as const satisfies Record<string, Subject>;
