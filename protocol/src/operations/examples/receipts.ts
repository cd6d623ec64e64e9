/** An example of a receipt. */
import type { Receipt } from '../../receipts/receipt.ts'
import { PAID_AT } from './payments.ts'

// Signed with the private key of RFC 8037, appendix A.1.
const CODE =
  '0oRNogEyBEiQ-sr-qbFVZqBYhKgBdmh0dHBzOi8vcGF5LmV4YW1wbGUuZHoCeB0wMzZOLTVQNFItODFBWS0zRkYwLT' +
  'QwMDAtMFo5MwNQAZqlsTCAeryN7wEAAAAD6QR1U29uZWxnYXogRGlzdHJpYnV0aW9uBWtJTlYvMjAyNiAwMQYaAAHo' +
  'egdjRFpECBsAAAGh_ViIPVhAlB-40dzXkXZ40Kb9D5lKGsxCDzW1O_KmzkVnDe2Qp5pw7R3Lb_aOlgB8xAVAp6I-CC' +
  'B1TC81a9mz8iCRtKrjAQ'

export const receipt: Receipt = {
  number: '036N-5P4R-81AY-3FF0-4000-0Z93',
  shortNumber: '4G2T-Q01P',
  issuer: 'https://pay.example.dz',
  paymentId: '019aa5b1-3080-7abc-8def-0100000003e9',
  partnerId: 'prt_1001',
  partnerName: 'Sonelgaz Distribution',
  partnerNameAr: 'سونلغاز للتوزيع',
  channelName: 'Agence Didouche',
  reference: 'INV/2026 01',
  referenceSha256: null,
  amount: 1250.5,
  currency: 'DZD',
  paidAt: PAID_AT,
  refundedAt: null,
  refundedAmount: 0,
  isTest: false,
  code: CODE,
  url: `https://pay.example.dz/r#${CODE}`,
}
