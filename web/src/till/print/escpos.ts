/**
 * ESC/POS, the language of receipt printers. Everything is printed as dots: printers know neither Arabic
 * letters nor how they join.
 */
export type Dots = {
  /** Dots in a row: 384 for a roll of 58 mm. */
  width: number
  height: number
  /** Four bytes for each dot, as a canvas has them. */
  rgba: Uint8ClampedArray
}

const ESC = 0x1b

const GS = 0x1d

const RESET = [ESC, 0x40]

/** Past the cutter, in lines. */
const FEED = [ESC, 0x64, 4]

/** A cut that leaves one point. */
const CUT = [GS, 0x56, 0x42, 0]

/** Pin 2 of the drawer's socket: 50 ms of current, 500 ms of rest. */
const OPEN_DRAWER = [ESC, 0x70, 0, 25, 250]

/** Rows of one image command: small printers have memory for no more. */
const ROWS_MAX = 128

/** Half of white. */
const DARK_MAX = 127

/** Eight dots to a byte, the leftmost in the highest bit; a dark dot is 1. */
const rowOf = ({ width, rgba }: Dots, y: number): number[] =>
  Array.from({ length: Math.ceil(width / 8) }, (_, byte) => {
    let bits = 0
    for (let bit = 0; bit < 8; bit += 1) {
      const x = byte * 8 + bit
      const at = (y * width + x) * 4
      const isDark = x < width && (rgba[at] ?? 255) <= DARK_MAX && (rgba[at + 3] ?? 0) > DARK_MAX
      bits = bits * 2 + Number(isDark)
    }
    return bits
  })

const strip = (dots: Dots, from: number): number[] => {
  const rows = Math.min(ROWS_MAX, dots.height - from)
  const bytes = Math.ceil(dots.width / 8)
  const head = [GS, 0x76, 0x30, 0, bytes & 255, bytes >> 8, rows & 255, rows >> 8]
  return [...head, ...Array.from({ length: rows }, (_, row) => rowOf(dots, from + row)).flat()]
}

/** Prints a picture and cuts the paper. */
export const printJob = (dots: Dots): Uint8Array => {
  const strips = Array.from({ length: Math.ceil(dots.height / ROWS_MAX) }, (_, index) =>
    strip(dots, index * ROWS_MAX),
  )
  return Uint8Array.from([RESET, ...strips, FEED, CUT].flat())
}

/** Opens the drawer for cash. */
export const drawerJob = (): Uint8Array => Uint8Array.from([...RESET, ...OPEN_DRAWER])
