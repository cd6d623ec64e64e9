/**
 * A QR code as an image (D20): black on white, with the quiet zone of four modules that ISO/IEC 18004
 * asks for. Pure.
 */
import { encode as encodePng } from 'fast-png'
import { encode } from 'uqr'

export type QrImage = {
  /** Rows of modules, quiet zone included; true is dark. */
  modules: readonly (readonly boolean[])[]
}

const QUIET_ZONE_MODULES = 4

/**
 * The QR code that carries a text, as UTF-8.
 *
 * Up to 15 % of it may be damaged (level M), up to 25 % (level Q) where it is short, as a URL is: it
 * hangs on a wall for years. Where a higher level costs no more modules it is taken.
 *
 * @throws RangeError when the text is longer than a QR code can be.
 */
export const qrImage = (text: string): QrImage => {
  const ecc = text.length <= SHORT_LENGTH_MAX ? 'Q' : 'M'
  return { modules: encode(text, { ecc, boostEcc: true, border: QUIET_ZONE_MODULES }).data }
}

const SHORT_LENGTH_MAX = 80

/**
 * The modules as the `d` of one SVG path, in a square whose side is `modules.length`: runs of dark
 * modules are one rectangle each.
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

/** A module's side in the pixels that an SVG has when nobody says how large it should be. */
const SVG_MODULE_PIXELS = 8

/** A file of its own; colours are in it, so that a dark page leaves it as it is. */
export const qrSvg = (image: QrImage): string => {
  const side = image.modules.length
  const pixels = side * SVG_MODULE_PIXELS
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" ` +
    `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${qrPath(image)}"/></svg>\n`
  )
}

/** Sharp on a sheet of A6 at 300 dots an inch, where the code is some 70 mm wide. */
const PNG_PIXELS_MIN = 840

/** In two shades of grey, one bit a pixel; every module is a square of the same whole pixels. */
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

/** A line of pixels, eight in a byte, the leftmost highest; one is white. */
const bitsOf = (row: readonly boolean[], scale: number): Buffer => {
  const line = Buffer.alloc(Math.ceil((row.length * scale) / 8))
  for (let x = 0; x < row.length * scale; x += 1) {
    const isDark = row[Math.floor(x / scale)] === true
    if (!isDark) line.writeUInt8(line.readUInt8(x >> 3) | (0x80 >> (x & 7)), x >> 3)
  }
  return line
}
