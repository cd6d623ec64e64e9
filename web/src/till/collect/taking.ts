/** What is opened, and the second and the third of three touches, in one file of the build. */
export { AmountScreen } from './amount-screen.tsx'
export { ReceiptScreen } from './receipt-screen.tsx'
export { openCode } from './open-code.ts'
