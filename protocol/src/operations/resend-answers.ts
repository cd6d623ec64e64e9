/** Answers about resends, the same for partners and operators (W146). */
import { listOf } from '../lists.ts'
import { named } from '../named.ts'
import { resendPreview, resendRecord } from '../resends.ts'
import * as examples from './examples/resends.ts'
import { onePage } from './list-answer.ts'

const resendRecordList = listOf(resendRecord)

named({ ResendRecordList: resendRecordList })

export const RESENDS = onePage(resendRecordList, examples.resend)

export const RESEND = {
  description: 'The resend.',
  schema: resendRecord,
  examples: { running: examples.resend },
} as const

export const RESEND_STARTED = {
  status: 201,
  description: 'The resend, which is running.',
  schema: resendRecord,
  examples: { running: { ...examples.resend, sent: 0 } },
} as const

export const RESEND_PREVIEW = {
  description: 'The number of events.',
  schema: resendPreview,
  examples: { some: examples.resendPreview },
} as const
