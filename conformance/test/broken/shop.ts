/** The test partners' orders: one reference for each case of a run. */
export type Order = {
  reference: string
  total: number
  lines: { label_ar: string; label_fr: string; label_en: string; value: number }[]
  state: 'unpaid' | 'paid' | 'unavailable'
  /** The payment that paid the order. */
  paymentId: string | null
}

export type Shop = {
  apiSecrets: readonly string[]
  hmacSecrets: readonly string[]
  orders: Map<string, Order>
  /** Tokens of its static QR codes. */
  qrCodes: ReadonlySet<string>
  /** Handled events, by event and paymentId. */
  handled: Set<string>
  /** Events that are being handled now. */
  underWay: Set<string>
}

export const API_SECRETS = ['wasl_sec_Q7MZ2v9TtXb4KcP1', 'wasl_sec_old_R8NA3w0UuYc5LdQ2']
export const HMAC_SECRETS = ['wasl_hmac_F3hJ6kL9pS2dG5xV', 'wasl_hmac_old_G4iK7lM0qT3eH6yW']

export const REFERENCES = {
  payable: 'INV-2026-0001',
  paid: 'INV-2026-0002',
  unknown: 'INV-1999-0001',
  unavailable: 'INV-2026-0003',
  pay: ['INV-2026-0004', 'INV-2026-0005', 'INV-2026-0006'],
  qr: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  odd: ['فاتورة الماء/٢٠٢٦', 'A+B 100% c?d#e', 'École:№7/T1', 'CMD 2026 07'],
}

export const openShop = (): Shop => {
  const orders = [REFERENCES.payable, ...REFERENCES.pay, ...REFERENCES.odd].map(unpaid)
  return {
    apiSecrets: API_SECRETS,
    hmacSecrets: HMAC_SECRETS,
    orders: new Map(
      [
        ...orders,
        { ...unpaid(REFERENCES.paid), state: 'paid' as const, paymentId: 'earlier' },
        { ...unpaid(REFERENCES.unavailable), state: 'unavailable' as const },
      ].map((order) => [order.reference, order]),
    ),
    qrCodes: new Set([REFERENCES.qr]),
    handled: new Set(),
    underWay: new Set(),
  }
}

/** Each order has its own price, so that mixed-up orders show. */
const unpaid = (reference: string, index = 0): Order => {
  const consumption = 1695.5 + index
  return {
    reference,
    total: consumption + 150,
    lines: [
      {
        label_ar: 'الاستهلاك',
        label_fr: 'Consommation',
        label_en: 'Consumption',
        value: consumption,
      },
      { label_ar: 'رسم ثابت', label_fr: 'Redevance fixe', label_en: 'Fixed charge', value: 150 },
    ],
    state: 'unpaid',
    paymentId: null,
  }
}
