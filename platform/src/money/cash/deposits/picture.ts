import type { Picture } from './find.ts'

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNG_END = Buffer.from('49454e44ae426082', 'hex')
const JPEG_START = Buffer.from('ffd8ff', 'hex')
const JPEG_END = Buffer.from('ffd9', 'hex')

/**
 * A picture of a slip from its base64; null when the bytes are neither PNG nor JPEG, or were cut off.
 * The media type comes from the bytes, never from the sender, because a browser shows it.
 */
export const pictureIn = (base64: string): Picture | null => {
  const picture = Buffer.from(base64, 'base64')
  if (hasEnds(picture, PNG_START, PNG_END)) return { type: 'image/png', picture }
  if (hasEnds(picture, JPEG_START, JPEG_END)) return { type: 'image/jpeg', picture }
  return null
}

const hasEnds = (bytes: Buffer, start: Buffer, end: Buffer): boolean =>
  bytes.length >= start.length + end.length &&
  bytes.subarray(0, start.length).equals(start) &&
  bytes.subarray(bytes.length - end.length).equals(end)
