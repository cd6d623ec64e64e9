/** An entry of the audit log. */
import { OPENED_AT, REQUEST_ID } from './payments.ts'

export const auditEntry = {
  auditId: '019aa59a-0000-7abc-8def-0789000003e9',
  at: OPENED_AT,
  actorId: 'opr_1',
  actor: 'environment',
  action: 'partner.rotate',
  partnerId: 'prt_1001',
  subject: 'prt_1001',
  requestId: REQUEST_ID,
  details: { secret: 'hmacSecret', overlapSeconds: 86_400 },
}

export const auditSeal = {
  cell: '',
  number: 123,
  kind: 'audit-log',
  sealedAt: OPENED_AT,
  entries: 4_567,
  seal: 'eyJhbGciOiJFZDI1NTE5In0.eyJudW1iZXIiOjEyM30.c2lnbmF0dXJl',
}
