import type { DragEvent, HTMLAttributes } from 'react';
import { isSelectableColumn, type SelectableColumn } from '#web/list/columns.ts';

const DRAG_TYPE = 'text/plain';

/**
 * Returns the attributes of an element that drags a column and that other columns can be dropped on. It has
 * `data-drop-target` while another element is dragged over it.
 */
export function columnDragAttributes(
  id: SelectableColumn,
  onDrop: (dragged: SelectableColumn) => void,
): HTMLAttributes<HTMLElement> {
  const mark = ({ currentTarget }: DragEvent<HTMLElement>, isTarget: boolean) =>
    void currentTarget.toggleAttribute('data-drop-target', isTarget);
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }) => {
      dataTransfer.setData(DRAG_TYPE, id);
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event) => {
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave: (event) => mark(event, false),
    onDrop: (event) => {
      event.preventDefault();
      mark(event, false);
      const dragged = event.dataTransfer.getData(DRAG_TYPE);
      if (dragged !== id && isSelectableColumn(dragged)) onDrop(dragged);
    },
  };
}
