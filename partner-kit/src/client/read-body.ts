/**
 * Reads the body of an answer; returns null after `bytesMax` bytes.
 *
 * @throws when the connection breaks.
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
      // Not awaited: a stream that does not cancel must not delay the result.
      reader.cancel().catch(() => {})
      return null
    }
    chunks.push(value)
  }
}
