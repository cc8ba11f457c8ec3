/** A row of a table, or a line of text as its only cell. */
interface Line {
  readonly cells: string[];
  readonly isRow: boolean;
}

/**
 * Copies full values instead of shortened ones, such as 0.00002 for 0.0₄2, from any selection on the page. Rows become
 * lines separated by tabs and an HTML table, which spreadsheets can paste. Without a selection, Ctrl+C copies the focused
 * cell of a grid.
 */
export function copyFullValues(): void {
  document.addEventListener('keydown', selectFocusedCell);
  document.addEventListener('copy', onCopy);
}

/** The cell that is selected only to copy it. */
let selectedCell: Element | undefined;

/** Browsers differ in whether and where they report a copy without a selection, so the focused cell is selected. */
function selectFocusedCell({ key, ctrlKey, metaKey }: KeyboardEvent): void {
  const selection = getSelection();
  if (key.toLowerCase() !== 'c' || !(ctrlKey || metaKey) || !selection?.isCollapsed) return;
  const cell = document.activeElement?.closest('[role=gridcell]');
  if (!cell || !fullValue(cell)) return;
  selection.selectAllChildren(cell);
  selectedCell = cell;
}

function onCopy(event: ClipboardEvent): void {
  const { target, clipboardData } = event;
  const selection = getSelection();
  const cell = selectedCell;
  selectedCell = undefined;
  if (!selection || !clipboardData || (target instanceof Element && target.closest('input, textarea')))
    return;
  const lines = cell ? [{ cells: [fullValue(cell) ?? ''], isRow: false }] : copiedLines(selection);
  if (cell) selection.removeAllRanges();
  if (!lines) return;
  event.preventDefault();
  clipboardData.setData('text/plain', lines.map(plainText).join('\n'));
  clipboardData.setData('text/html', htmlOf(lines));
}

/** Returns the full value of an element that shows a shortened one. */
function fullValue(element: Element): string | undefined {
  if (element instanceof HTMLElement && element.dataset.full !== undefined) return element.dataset.full;
  if (!element.matches('[role=gridcell]')) return undefined;
  return element.getAttribute('aria-label') ?? element.querySelector('bdi')?.textContent ?? '';
}

/** Returns the lines of a selection; undefined if the browser copies the same, because no value in it is shortened. */
function copiedLines(selection: Selection): readonly Line[] | undefined {
  const copy = new SelectionCopy();
  for (let index = 0; index < selection.rangeCount; index += 1) copy.add(selection.getRangeAt(index));
  return copy.hasFullValue ? copy.lines.filter((line) => plainText(line) !== '') : undefined;
}

const HIDDEN = '.visually-hidden, [hidden], script, style, noscript, select, textarea, svg';

class SelectionCopy {
  readonly lines: Line[] = [];
  hasFullValue = false;
  /** The last line, unless the next text begins a new one. */
  #line: Line | undefined;

  add(range: Range): void {
    const { commonAncestorContainer: root } = range;
    const element = root instanceof Element ? root : root.parentElement;
    const part = element?.closest('[data-full], [role=gridcell]');
    // A selected part of a name is copied as it is.
    this.#visit(part?.querySelector('bdi') ? root : (part ?? root), range);
  }

  #visit(node: Node, range: Range): void {
    if (!range.intersectsNode(node)) return;
    if (node instanceof Text) this.#write(selectedPart(node, range));
    if (!(node instanceof Element) || node.matches(HIDDEN)) return;
    const { display, userSelect } = getComputedStyle(node);
    if (display === 'none' || userSelect === 'none') return;
    const isRow = node.matches('tr, [role=row]');
    const isCell = node.matches('td, th, [role=gridcell], [role=columnheader]');
    const isBlock = isRow || node.matches('br') || !(display.startsWith('inline') || display === 'contents');
    if (isRow) this.#start({ cells: [], isRow });
    else if (isCell && this.#line?.isRow) this.#line.cells.push('');
    else if (isBlock) this.#break();
    const full = fullValue(node);
    if (full === undefined) for (const child of node.childNodes) this.#visit(child, range);
    else {
      this.hasFullValue = true;
      this.#write(full);
    }
    if (isRow) this.#line = undefined;
    else if (isBlock && !isCell) this.#break();
  }

  #start(line: Line): void {
    this.lines.push(line);
    this.#line = line;
  }

  /** Begins a new line. The lines of a cell become one. */
  #break(): void {
    if (!this.#line?.isRow) this.#line = undefined;
    else if (this.#line.cells.length > 0) this.#write(' ');
  }

  #write(text: string): void {
    if (!this.#line) this.#start({ cells: [], isRow: false });
    const cells = this.#line?.cells ?? [];
    cells.push(`${cells.pop() ?? ''}${text}`.replace(/\s+/g, ' ').trimStart());
  }
}

function selectedPart(text: Text, { startContainer, startOffset, endContainer, endOffset }: Range): string {
  const end = text === endContainer ? endOffset : text.length;
  return text.data.slice(text === startContainer ? startOffset : 0, end);
}

function plainText({ cells }: Line): string {
  return cells.map((cell) => cell.trim()).join('\t');
}

function htmlOf(lines: readonly Line[]): string {
  const body = document.createElement('body');
  let table: HTMLTableElement | undefined;
  for (const { cells, isRow } of lines) {
    table = isRow ? (table ?? document.createElement('table')) : undefined;
    if (table) body.append(table);
    const row = table?.insertRow();
    for (const cell of cells) {
      const element = row?.insertCell() ?? body.appendChild(document.createElement('div'));
      element.textContent = cell.trim();
    }
  }
  return body.innerHTML;
}
