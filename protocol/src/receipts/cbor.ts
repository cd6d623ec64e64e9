/**
 * The part of CBOR (RFC 8949) that receipts use, and the texts of bytes. Nothing of Node.js: the page
 * `/r` runs it in the browser.
 */

/** The bytes are not what they should be. */
export class Malformed extends Error {}

/** @throws Malformed when the condition is false. */
export const expect: (condition: boolean) => asserts condition = (condition) => {
  if (!condition) throw new Malformed()
}

/** What a receipt's CBOR (RFC 8949) consists of. The keys of maps are integers. */
export type CborItem = number | string | Uint8Array | CborItem[] | Map<number, CborItem>

const DEPTH_MAX = 4

/** Reads exactly one item in deterministic encoding; a second spelling of anything is malformed. */
export const decodeCbor = (bytes: Uint8Array): CborItem => {
  let at = 0
  const take = (length: number): Uint8Array => {
    expect(length <= bytes.length - at)
    at += length
    return bytes.subarray(at - length, at)
  }
  const numberOf = (info: number): number => {
    if (info < 24) return info
    expect(info <= 27)
    const size = 1 << (info - 24)
    const value = take(size).reduce((sum, byte) => sum * 256 + byte, 0)
    // The shortest form only, and no integer that a number cannot hold.
    expect(value >= (size === 1 ? 24 : 256 ** (size / 2)) && Number.isSafeInteger(value))
    return value
  }
  const mapOf = (count: number, depth: number): Map<number, CborItem> => {
    const map = new Map<number, CborItem>()
    let previous = -1
    for (let index = 0; index < count; index += 1) {
      const key = item(depth)
      expect(typeof key === 'number')
      // Positive keys first, then negative ones, each once.
      const order = key >= 0 ? key : Number.MAX_SAFE_INTEGER / 2 - key
      expect(order > previous)
      previous = order
      map.set(key, item(depth))
    }
    return map
  }
  const item = (depth: number): CborItem => {
    expect(depth <= DEPTH_MAX)
    const [first = 0] = take(1)
    const value = numberOf(first & 31)
    switch (first >> 5) {
      case 0:
        return value
      case 1:
        return -1 - value
      case 2:
        return take(value)
      case 3:
        return textOf(take(value))
      case 4:
        expect(value <= bytes.length)
        return Array.from({ length: value }, () => item(depth + 1))
      case 5:
        return mapOf(value, depth + 1)
      default:
        throw new Malformed()
    }
  }
  const read = item(1)
  expect(at === bytes.length)
  return read
}

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Malformed()
  }
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const base64UrlOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Unpadded base64url. The unused bits of the last character are zero, so a code has one spelling. */
export const bytesOfBase64Url = (text: string): Uint8Array => {
  expect(/^[A-Za-z0-9_-]+$/.test(text) && text.length % 4 !== 1)
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  expect(base64UrlOf(bytes) === text)
  return bytes
}
