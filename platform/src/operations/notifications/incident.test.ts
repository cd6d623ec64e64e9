import { expect, test } from 'vitest'
import { changesOf, type Finding } from './incident.ts'

const facts = { count: 1, detail: null }
const finding: Finding = { partnerId: 1, kind: 'webhooks-fail', begins: true, facts }
const open = { partnerId: 1, incidentId: 'a', kind: 'webhooks-fail' } as const

test('an incident begins once', () => {
  expect(changesOf([], [finding])).toEqual({ begin: [finding], end: [] })
  expect(changesOf([open], [finding])).toEqual({ begin: [], end: [] })
})

test('what is not bad enough begins nothing, and ends nothing', () => {
  const slight = { ...finding, begins: false }
  expect(changesOf([], [slight])).toEqual({ begin: [], end: [] })
  expect(changesOf([open], [slight])).toEqual({ begin: [], end: [] })
})

test('an incident ends when nothing of it is left, each by its partner and kind', () => {
  expect(changesOf([open], [])).toEqual({ begin: [], end: [open] })
  const elsewhere = { ...finding, partnerId: 2 }
  expect(changesOf([open], [elsewhere])).toEqual({ begin: [elsewhere], end: [open] })
})
