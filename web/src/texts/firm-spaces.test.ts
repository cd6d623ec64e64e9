import { expect, test } from 'vitest'
import { withFirmSpaces } from './firm-spaces.ts'

test.each([
  ['Total : 6', 'Total\u00a0: 6'],
  ['Renvoyer ? Oui ! Non ;', 'Renvoyer\u00a0? Oui\u00a0! Non\u00a0;'],
  ['le droit « export » manque', 'le droit «\u00a0export\u00a0» manque'],
  ['Closed: nothing changes. Why? It is.', 'Closed: nothing changes. Why? It is.'],
  ['الإجمالي: 6؟', 'الإجمالي: 6؟'],
])('%j has no line that begins with a sign', (text, firm) => {
  expect(withFirmSpaces(text)).toBe(firm)
})
