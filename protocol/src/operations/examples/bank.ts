/** Examples of bank lines and their mappings. */
import type { BankMapping, BankMappingRequest } from '../../bank-mappings.ts'
import type { BankLine } from '../../bank.ts'
import { DEPOSIT_ID } from './custody.ts'

export const mappingRequest: BankMappingRequest = {
  account: 'clients',
  delimiter: ';',
  encoding: 'windows-1252',
  quote: '"',
  headerRows: 1,
  footerRows: 0,
  dateFormat: 'DD/MM/YYYY',
  decimal: ',',
  amounts: { form: 'two-columns', out: 'Débit', in: 'Crédit' },
  columns: { bookedOn: 'Date', valueOn: 'Valeur', description: ['Libellé'], reference: 'Réf.' },
}

export const mapping: BankMapping = {
  name: 'bna-clients',
  mapping: mappingRequest,
  revision: 1,
  setAt: '2026-11-20T08:00:00.000Z',
  setBy: 'Nadia',
}

export const imported = {
  importId: '019aa5d0-2a10-7abc-8def-0abc00000000',
  lines: 84,
  added: 31,
  matched: 27,
}

export const unmatchedLine: BankLine = {
  bankLineId: '019aa5d0-2a11-7abc-8def-0abd00000000',
  account: 'clients',
  bookedOn: '2026-11-22',
  valueOn: '2026-11-22',
  amount: 9_800,
  description: 'VERSEMENT ESPECES BORD 0071-558213',
  reference: null,
  status: 'unmatched',
  match: null,
  proposals: [
    { kind: 'deposit', id: DEPOSIT_ID, amount: 9_800, amountAgrees: true, referenceAgrees: true },
  ],
  groups: [],
  remainderOf: null,
  waitsFor: null,
}

export const matchedLine: BankLine = {
  ...unmatchedLine,
  status: 'matched',
  match: { kind: 'deposit', sourceId: DEPOSIT_ID, by: 'Nadia' },
  proposals: [],
}

export const groupedLine: BankLine = {
  ...matchedLine,
  match: { kind: 'group', sourceId: '019aa5d0-2a12-7abc-8def-0abe00000000', by: 'Nadia' },
}

export const preview = {
  account: 'clients',
  lines: 84,
  added: 31,
  in: 512_400,
  out: -9821.5,
  from: '2026-11-22',
  to: '2026-11-23',
  first: [
    {
      bookedOn: '2026-11-22',
      valueOn: null,
      amount: 9_800,
      description: 'VERSEMENT ESPECES BORD 0071-558213',
      reference: null,
      isNew: true,
    },
  ],
}
