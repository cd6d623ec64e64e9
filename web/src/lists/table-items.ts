/** What a table draws one under another: rows, and a heading before each group of them. */
export type TableGroup = { key: string; label: string }

export type TableItem<Row> =
  | { row: Row; place: number; group?: undefined }
  | { group: TableGroup; place: number; row?: undefined }

/** `place` is that of the row, or of the first row of the group. */
export const tableItems = <Row>(
  rows: readonly Row[],
  groupOf: ((row: Row) => TableGroup) | undefined,
): readonly TableItem<Row>[] => {
  const items: TableItem<Row>[] = []
  let last: string | undefined
  for (const [place, row] of rows.entries()) {
    const group = groupOf?.(row)
    if (group !== undefined && group.key !== last) {
      items.push({ group, place })
      last = group.key
    }
    items.push({ row, place })
  }
  return items
}
