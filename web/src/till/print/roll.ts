/** How wide the paper of this device's printer is, in millimetres. Kept on the device. */
import type { ReceiptWidth } from '@wasl/protocol'

const KEPT = 'wasl.till.roll'

export const ROLLS = ['58', '80'] as const satisfies readonly ReceiptWidth[]

const isWidth = (text: string | null): text is ReceiptWidth => ROLLS.some((width) => width === text)

export const rollNow = (): ReceiptWidth => {
  const kept = localStorage.getItem(KEPT)
  return isWidth(kept) ? kept : '58'
}

/** Tells the style how wide the paper is. */
export const applyRoll = (): void => {
  document.documentElement.dataset['roll'] = rollNow()
}

export const chooseRoll = (width: ReceiptWidth): void => {
  localStorage.setItem(KEPT, width)
  applyRoll()
}
