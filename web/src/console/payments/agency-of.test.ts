import { expect, test } from 'vitest'
import { intlOf } from '../../texts/own-numbers.ts'
import { agencyOf } from './agency-of.ts'
import { PAYMENT } from './page.texts.ts'

test.for([
  ['Agence El Hamri', 'Payé mardi à 10:00, à l’agence El Hamri.'],
  ['Baridi Mob', 'Payé mardi à 10:00, chez Baridi Mob.'],
])('%s is named once in the sentence of a payment', ([channel = '', sentence]) => {
  const agency = agencyOf(channel)
  const said = { day: 'mardi', time: '10:00', channel, agency: agency ?? channel }
  const kind = agency === null ? 'other' : 'agency'
  const message = { id: 'paid', defaultMessage: PAYMENT.paid.fr }
  expect(intlOf('fr').formatMessage(message, { ...said, kind })).toBe(sentence)
})
