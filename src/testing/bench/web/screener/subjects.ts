/** A grid that is measured, and how to find its parts. */
export interface Subject {
  readonly name: string;
  /** Its page, for a table of so many pixels; with scam where every jetton is to be in it. */
  readonly path: (box: Box, excludeScam: boolean) => string;
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
    path: (_box, excludeScam) => (excludeScam ? '/' : '/?excludeScam=false'),
    scroller: '[role=grid]',
    names: '[role=row] a[href^="/jetton/"] bdi:first-of-type',
    firstName: '[aria-rowindex="2"] a[href^="/jetton/"] bdi:first-of-type',
  },
  agGrid: {
    name: 'AG Grid',
    path: ({ width, height }, excludeScam) =>
      `/ag-grid/index.html?width=${width}&height=${height}&excludeScam=${excludeScam}`,
    scroller: '.ag-grid-viewport',
    names: '[col-id=jetton] .symbol',
    firstName: '[row-index="0"] [col-id=jetton] .symbol',
  },
} as const satisfies Record<string, Subject>;
