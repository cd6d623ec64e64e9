/**
 * The bytes of an answer; null when there are more than `bytesMax`, of which no more is read.
 *
 * @throws when the connection breaks off.
 */
export const readBody = async (
  response: Response,
  bytesMax: number,
): Promise<Uint8Array | null> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    bytes += value.byteLength
    if (bytes > bytesMax) {
      // Not waited for: a stream that cannot be ended must not hold the answer up.
      reader.cancel().catch(() => {})
      return null
    }
    chunks.push(value)
  }
}
