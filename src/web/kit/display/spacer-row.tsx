/** Takes the space of rows of a table that are not rendered. A cell that spans more than the visible columns would widen it. */
export function SpacerRow({ height, columns = 1 }: { height: number; columns?: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
