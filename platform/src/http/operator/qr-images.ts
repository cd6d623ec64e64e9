import { readQrCode, type QrCodeFacts } from '../../payments/qr-codes/read-facts.ts'
import { drawnCode, printedCode } from '../bodies/qr-file.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** A QR code for printing: its image and its poster (D20). */
export const qrImages = ({ db, codes }: RouteDeps): OperatorHandlers<'qrImages'> => {
  const factsOf = (token: string): Promise<QrCodeFacts | null> =>
    readQrCode((statement) => db.hot.query(statement), token)

  return {
    async drawQrCode({ params, query }, refuse) {
      const code = await factsOf(params.token)
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return drawnCode(code, query, codes)
    },

    async printQrCode({ params, query }, refuse) {
      const code = await factsOf(params.token)
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return printedCode(code, query, codes)
    },
  }
}
