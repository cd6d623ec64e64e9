/** A receipt printer: reads ESC/POS as one does, and keeps what it printed, cut and opened. */
export type Printed = {
  /** One string for each row of dots: 1 is dark. */
  rows: string[]
  cuts: number
  drawerOpened: number
}

type Reading = { bytes: Uint8Array; at: number; printed: Printed }

const ESC = 0x1b

const GS = 0x1d

/** @throws when a byte is no command that a common printer knows, or a picture is cut short. */
export const readEscpos = (bytes: Uint8Array): Printed => {
  const printed: Printed = { rows: [], cuts: 0, drawerOpened: 0 }
  const reading = { bytes, at: 0, printed }
  while (reading.at < bytes.length) readCommand(reading)
  return printed
}

const readCommand = (reading: Reading): void => {
  const { bytes, at, printed } = reading
  const [first, second] = [bytes[at], bytes[at + 1]]
  if (first === ESC && second === 0x40) reading.at += 2
  else if (first === ESC && second === 0x64) reading.at += 3
  else if (first === ESC && second === 0x70) {
    printed.drawerOpened += 1
    reading.at += 5
  } else if (first === GS && second === 0x56) {
    printed.cuts += 1
    reading.at += 4
  } else if (first === GS && second === 0x76) readPicture(reading)
  else throw new Error(`byte ${at} is no command: ${first} ${second}`)
}

const readPicture = (reading: Reading): void => {
  const { bytes, at, printed } = reading
  const [wide = 0, wideHigh = 0, high = 0, highHigh = 0] = bytes.slice(at + 4, at + 8)
  const [width, height] = [wide + 256 * wideHigh, high + 256 * highHigh]
  const end = at + 8 + width * height
  if (end > bytes.length) throw new Error('the picture is cut short')
  for (let row = 0; row < height; row += 1) {
    const from = at + 8 + row * width
    const dots = Array.from(bytes.slice(from, from + width), (byte) =>
      byte.toString(2).padStart(8, '0'),
    )
    printed.rows.push(dots.join(''))
  }
  reading.at = end
}

/** In the page: a port that keeps what it is sent, and asks nobody. */
export const FAKE_SERIAL = `
  globalThis.sent = []
  const port = {
    open: async () => { if (globalThis.isOff) throw new DOMException('off', 'NetworkError') },
    close: async () => undefined,
    get writable() {
      return new WritableStream({ write: (bytes) => void globalThis.sent.push([...bytes]) })
    },
  }
  const isAllowed = () => localStorage.getItem('test.printer') === 'yes'
  Object.defineProperty(navigator, 'serial', { value: {
    getPorts: async () => isAllowed() ? [port] : [],
    requestPort: async () => { localStorage.setItem('test.printer', 'yes'); return port },
  } })`
