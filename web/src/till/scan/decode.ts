/** Reads codes from a picture of the camera: by the browser where it can, else by ZXing. */
export type Decode = (video: HTMLVideoElement) => Promise<string | null>

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** What bills, parcels and payers' codes have. */
const FORMATS = ['qr_code', 'code_128', 'code_39', 'ean_13', 'data_matrix', 'pdf417', 'itf']

/** ZXing reads a smaller picture faster, and a code fills enough of it. */
const WIDTH_MAX = 960

const native = async (): Promise<Decode | null> => {
  const { BarcodeDetector: Class } = globalThis as { BarcodeDetector?: DetectorClass }
  const supported = (await Class?.getSupportedFormats()) ?? []
  if (Class === undefined || !supported.includes('qr_code')) return null
  const detector = new Class({ formats: FORMATS.filter((one) => supported.includes(one)) })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

/** Loaded only where the browser has no reader of its own. */
const zxing = async (): Promise<Decode> => {
  const [{ prepareZXingModule, readBarcodes }, { default: wasm }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (context === null || video.videoWidth === 0) return null
    const scale = Math.min(1, WIDTH_MAX / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
    const [found] = await readBarcodes(pixels, { tryHarder: true, maxNumberOfSymbols: 1 })
    return found?.text ?? null
  }
}

export const createDecode = async (): Promise<Decode> =>
  (await native().catch(() => null)) ?? zxing()
