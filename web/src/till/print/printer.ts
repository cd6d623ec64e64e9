/**
 * A receipt printer that the till drives itself, over Web Serial: printers on USB with a serial port and on
 * Bluetooth. The browser keeps which port the person has allowed.
 */
import { drawerJob, printJob } from './escpos.ts'
import { serial } from './serial-port.ts'

/** Printers on USB and Bluetooth ignore it; those on a cable have it as their usual setting. */
const BAUD_RATE = 9_600

/** The person chooses the printer in the browser's own dialog. */
export const allowPrinter = async (): Promise<void> => {
  await serial()?.requestPort()
}

const send = async (bytes: Uint8Array): Promise<void> => {
  const [port] = (await serial()?.getPorts()) ?? []
  if (port === undefined) throw new Error('no printer is allowed here')
  await port.open({ baudRate: BAUD_RATE })
  try {
    const writer = port.writable?.getWriter()
    if (writer === undefined) throw new Error('the printer takes nothing')
    await writer.write(bytes)
    await writer.close()
  } finally {
    await port.close()
  }
}

/** Prints the platform's picture of a receipt, dot by dot. */
export const printPicture = async (picture: Blob): Promise<void> => {
  const image = await createImageBitmap(picture)
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('this browser draws nothing')
  context.drawImage(image, 0, 0)
  await send(printJob({ width, height, rgba: context.getImageData(0, 0, width, height).data }))
}

export const openDrawer = (): Promise<void> => send(drawerJob())
