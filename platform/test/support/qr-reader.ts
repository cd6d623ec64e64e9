/** An independent reader of QR codes: ZXing, as WebAssembly. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

prepareZXingModule({
  overrides: {
    // Given here, because it would be fetched from a public server otherwise.
    wasmBinary: new Uint8Array(
      readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
    ).buffer,
  },
})

/** What a canvas would give. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/**
 * The text of the one QR code on a picture: an image file's bytes (PNG), or pixels.
 *
 * @throws Error when the picture shows no code, or more than one.
 */
export const readQr = async (
  picture: Uint8Array<ArrayBuffer> | Pixels,
): Promise<{ text: string; ecLevel: string }> => {
  // Not every phone reads light on dark, so this reader does not either.
  const options = { formats: ['QRCode' as const], tryHarder: true, tryInvert: false }
  const found = await readBarcodes(picture, options)
  const [code] = found
  if (code === undefined || found.length > 1) throw new Error(`expected one, found ${found.length}`)
  return { text: code.text, ecLevel: code.ecLevel }
}

/** A grid of modules, drawn with so many pixels each. */
export const drawn = (modules: readonly (readonly boolean[])[], scale = 4): Pixels => {
  const side = modules.length * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isDark = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true
      if (isDark) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return { data, width: side, height: side }
}
