/** The answer with a receipt, the same for channels and operators (D33). */
import { receipt } from '../receipts/receipt.ts'
import * as examples from './examples/receipts.ts'

export const RECEIPT = {
  description: 'The receipt.',
  schema: receipt,
  examples: { paid: examples.receipt },
  otherTypes: {
    'text/html': { type: 'string' },
    'application/pdf': { type: 'string', contentMediaType: 'application/pdf' },
    'image/png': { type: 'string', contentMediaType: 'image/png' },
  },
} as const
