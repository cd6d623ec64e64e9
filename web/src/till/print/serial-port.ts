/** What the till uses of Web Serial, which TypeScript's own types do not have. */
export type SerialPort = {
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  readonly writable: WritableStream<Uint8Array> | null
}

export type Serial = {
  getPorts(): Promise<SerialPort[]>
  requestPort(): Promise<SerialPort>
}

/** Null where the browser has no Web Serial: phones of Apple, and pages without https. */
export const serial = (): Serial | null =>
  (navigator as Navigator & { serial?: Serial }).serial ?? null
