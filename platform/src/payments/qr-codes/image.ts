/**
 * The image of a QR code (D20): black on white, with the quiet zone of four modules that ISO/IEC
 * 18004 requires. Pure.
 */
import { encode as encodePng } from 'fast-png'
import { encode } from 'uqr'

export type QrImage = {
  /** Rows of modules, including the quiet zone; true is dark. */
  modules: readonly (readonly boolean[])[]
}

const QUIET_ZONE_MODULES = 4

/**
 * The QR code of a text in UTF-8.
 *
 * Level M restores 15 % of damage, level Q 25 %. Short texts such as URLs get level Q, because a
 * poster hangs on a wall for years. A higher level is used where it needs no more modules.
 *
 * @throws RangeError when the text is too long for a QR code.
 */
export const qrImage = (text: string): QrImage => {
  const ecc = text.length <= SHORT_LENGTH_MAX ? 'Q' : 'M'
  return { modules: encode(text, { ecc, boostEcc: true, border: QUIET_ZONE_MODULES }).data }
}

const SHORT_LENGTH_MAX = 80

/**
 * The modules as the `d` of one SVG path in a square of side `modules.length`. Each run of dark
 * modules is one rectangle.
 */
export const qrPath = ({ modules }: QrImage): string =>
  modules
    .flatMap((row, y) => darkRuns(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
    .join('')

const darkRuns = (row: readonly boolean[]): { x: number; width: number }[] => {
  const runs: { x: number; width: number }[] = []
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue
    const start = x
    while (row[x + 1] === true) x += 1
    runs.push({ x: start, width: x + 1 - start })
  }
  return runs
}

/** The side of a module, in pixels, where a page gives the SVG no size. */
const SVG_MODULE_PIXELS = 8

/** An SVG file that contains its colours, so that a dark page does not change them. */
export const qrSvg = (image: QrImage): string => {
  const side = image.modules.length
  const pixels = side * SVG_MODULE_PIXELS
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" ` +
    `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${qrPath(image)}"/></svg>\n`
  )
}

/** Sharp on A6 paper at 300 dots per inch, where the code is about 70 mm wide. */
const PNG_PIXELS_MIN = 840

/**
 * Two shades of grey, one bit per pixel. Every module is a square of the same whole number of
 * pixels.
 */
export const qrPng = ({ modules }: QrImage): Buffer => {
  const scale = Math.ceil(PNG_PIXELS_MIN / modules.length)
  const width = modules.length * scale
  const data = Buffer.concat(
    modules.flatMap((row) => {
      const line = bitsOf(row, scale)
      return Array.from({ length: scale }, () => line)
    }),
  )
  return Buffer.from(encodePng({ width, height: width, data, channels: 1, depth: 1 }))
}

/** A line of pixels, eight in a byte, the leftmost in the highest bit; 1 is white. */
const bitsOf = (row: readonly boolean[], scale: number): Buffer => {
  const line = Buffer.alloc(Math.ceil((row.length * scale) / 8))
  for (let x = 0; x < row.length * scale; x += 1) {
    const isDark = row[Math.floor(x / scale)] === true
    if (!isDark) line.writeUInt8(line.readUInt8(x >> 3) | (0x80 >> (x & 7)), x >> 3)
  }
  return line
}
