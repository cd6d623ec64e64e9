import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/**
 * A body as it was before it was compressed, so that a compressed answer fails the one check that
 * forbids it and not every other. As it came when it cannot be decompressed within the limit.
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
