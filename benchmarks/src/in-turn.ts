/** One after the other: what is measured at the same time measures the other too. */
export const inTurn = async <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const item of items) results.push(await act(item))
  return results
}
