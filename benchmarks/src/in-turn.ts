/** Runs one after the other, because runs at the same time would slow each other down. */
export const inTurn = async <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const item of items) results.push(await act(item))
  return results
}
