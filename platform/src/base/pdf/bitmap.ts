import { Resvg } from '@resvg/resvg-js'
import { encode } from 'fast-png'

/** Darker pixels are black. */
const WHITE_MIN = 128

/**
 * A PNG in black and white, one bit per pixel, as a thermal printer draws: it would dither greys. In
 * the SVG, texts are outlines, so no font is read.
 */
export const bitmapOf = (svg: string, width: number): Buffer => {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    background: 'white',
    font: { loadSystemFonts: false },
  }).render()
  const data = bitsOf(image.pixels, image.width, image.height)
  const { height } = image
  return Buffer.from(encode({ width: image.width, height, data, channels: 1, depth: 1 }))
}

/** Eight pixels in a byte, the leftmost in the highest bit; 1 is white. Each row begins a byte. */
const bitsOf = (pixels: Buffer, width: number, height: number): Buffer => {
  const rowBytes = Math.ceil(width / 8)
  const bits = Buffer.alloc(rowBytes * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (lightOf(pixels, pixel * 4) < WHITE_MIN) continue
    const x = pixel % width
    const byte = Math.floor(pixel / width) * rowBytes + (x >> 3)
    bits.writeUInt8(bits.readUInt8(byte) | (0x80 >> (x & 7)), byte)
  }
  return bits
}

/** The mean of red, green and blue: documents are black on white. */
const lightOf = (pixels: Buffer, at: number): number =>
  (pixels.readUInt8(at) + pixels.readUInt8(at + 1) + pixels.readUInt8(at + 2)) / 3
