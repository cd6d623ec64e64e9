import { describe, expect, test } from 'vitest'
import { ERRORS, PARTNER_ERRORS } from './errors.ts'
import { errorsReference } from './errors-reference.ts'

describe('the reference page of the errors', () => {
  const page = errorsReference()

  test('has every code once, as a heading', () => {
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '')
    const codes = [...Object.keys(ERRORS), ...Object.keys(PARTNER_ERRORS)]
    expect(headings.toSorted()).toEqual(codes.toSorted())
  })

  test('says where a code comes from', () => {
    expect(page).toContain('HTTP 409. Answered by `POST /channel/v1/payments/{paymentId}/confirm`.')
    expect(page).toContain('HTTP 401. Answered by every endpoint of the Operator API.')
  })

  test('shows the messages word for word in Markdown', () => {
    expect(page).toContain('Authorization: Bearer &lt;API\\_SECRET>')
    expect(page).toContain('(it starts with wasl\\_prt\\_)')
    expect(page.replaceAll(/<span dir="rtl" lang="ar">|<\/span>|<!--.*-->/g, '')).not.toContain('<')
  })

  test('says that more than malformed requests have details', () => {
    expect(page).toMatch(/`PARTNER502_BAD_RESPONSE`[^.]+add one entry with an empty `path`/)
  })

  test('ends with one line end and has no two empty lines', () => {
    expect(page).toMatch(/[^\n]\n$/)
    expect(page).not.toContain('\n\n\n')
  })
})
