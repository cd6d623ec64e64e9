/** Payouts as a credit transfer initiation of ISO 20022: pain.001.001.09, which banks import. */
import { formatSum } from '@wasl/protocol'
import { visibleText } from '../documents/readable.ts'
import type { FileLine } from './file.ts'

/** Who pays: the account with the partners' money. */
export type Debtor = { name: string; rib: string | null }

/** What ISO 20022 says where an id is asked for that nobody has. */
const NOT_PROVIDED = 'NOTPROVIDED'

const NAME_LENGTH_MAX = 140
const REMITTANCE_LENGTH_MAX = 140

/**
 * @param sentAt the time of the first download; the bank is asked to pay on its day.
 * @param businessDate the day of that time where the operator is.
 */
export const pain001Of = (
  batchId: string,
  lines: readonly FileLine[],
  { debtor, sentAt, businessDate }: { debtor: Debtor; sentAt: Date; businessDate: string },
): string => {
  const count = String(lines.length)
  const total = formatSum(lines.reduce((sum, { amount }) => sum + amount, 0))
  // At most 35 characters: an id without its hyphens has 32.
  const id = idOf(batchId)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
<GrpHdr>
${tag('MsgId', id)}
${tag('CreDtTm', sentAt.toISOString())}
${tag('NbOfTxs', count)}
${tag('CtrlSum', total)}
<InitgPty>${nameOf(debtor.name)}</InitgPty>
</GrpHdr>
<PmtInf>
${tag('PmtInfId', id)}
${tag('PmtMtd', 'TRF')}
${tag('NbOfTxs', count)}
${tag('CtrlSum', total)}
<ReqdExctnDt>${tag('Dt', businessDate)}</ReqdExctnDt>
<Dbtr>${nameOf(debtor.name)}</Dbtr>
<DbtrAcct><Id><Othr>${tag('Id', debtor.rib ?? NOT_PROVIDED)}</Othr></Id>${tag('Ccy', 'DZD')}</DbtrAcct>
<DbtrAgt><FinInstnId><Othr>${tag('Id', debtor.rib?.slice(0, BANK_DIGITS) ?? NOT_PROVIDED)}</Othr></FinInstnId></DbtrAgt>
${lines.map(transferOf).join('\n')}
</PmtInf>
</CstmrCdtTrfInitn>
</Document>
`
}

/** The first digits of a RIB are the bank's. */
const BANK_DIGITS = 3

/** The payout's id is the end-to-end id: the bank gives it back with each line. */
const transferOf = (line: FileLine): string =>
  [
    '<CdtTrfTxInf>',
    `<PmtId>${tag('EndToEndId', idOf(line.payoutId))}</PmtId>`,
    `<Amt><InstdAmt Ccy="${line.currency}">${formatSum(line.amount)}</InstdAmt></Amt>`,
    ...(line.rib === ''
      ? []
      : [
          `<CdtrAgt><FinInstnId><Othr>${tag('Id', line.rib.slice(0, BANK_DIGITS))}</Othr></FinInstnId></CdtrAgt>`,
        ]),
    `<Cdtr>${nameOf(line.accountHolder)}</Cdtr>`,
    ...(line.rib === ''
      ? []
      : [`<CdtrAcct><Id><Othr>${tag('Id', line.rib)}</Othr></Id></CdtrAcct>`]),
    `<RmtInf>${tag('Ustrd', line.statementNumber.slice(0, REMITTANCE_LENGTH_MAX))}</RmtInf>`,
    '</CdtTrfTxInf>',
  ].join('\n')

const idOf = (uuid: string): string => uuid.replaceAll('-', '')

const nameOf = (name: string): string => tag('Nm', visibleText(name).slice(0, NAME_LENGTH_MAX))

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const tag = (name: string, text: string): string =>
  `<${name}>${text.toWellFormed().replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)}</${name}>`
