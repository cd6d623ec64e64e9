import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/**
 * Decompresses a body, so that a compressed answer fails only the check that forbids compression.
 * Returns the bytes unchanged when they cannot be decompressed within the limit.
 */
export const decoded = (bytes: Buffer, encoding: string, bytesMax: number): Buffer => {
  const options = { maxOutputLength: bytesMax }
  try {
    switch (encoding.trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, options)
      case 'deflate':
        return inflateSync(bytes, options)
      case 'br':
        return brotliDecompressSync(bytes, options)
      default:
        return bytes
    }
  } catch {
    return bytes
  }
}
