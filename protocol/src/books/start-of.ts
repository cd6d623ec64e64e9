/** A text is told by its first character that is not white space: JSON begins with a bracket. */
export const startOf = async (
  text: AsyncIterable<string>,
): Promise<{ isJson: boolean; pieces: AsyncGenerator<string> }> => {
  const iterator = text[Symbol.asyncIterator]()
  let held = ''
  let hasEnded = false
  while (held.trimStart() === '' && !hasEnded) {
    const next = await iterator.next()
    if (next.done) hasEnded = true
    else held += next.value.replace(/^\ufeff/, '')
  }
  const pieces = async function* (): AsyncGenerator<string> {
    yield held
    if (!hasEnded) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { isJson: /^[[{]/.test(held.trimStart()), pieces: pieces() }
}
