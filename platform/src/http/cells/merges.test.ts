import { describe, expect, test } from 'vitest'
import { mergeOf } from './merges.ts'

type Page = { items: { paymentId: string; stage: string }[]; nextCursor: string | null }

const merge = (pages: Page[], limit: number): Page =>
  mergeOf('listPayments')(pages, { params: {}, query: { limit }, body: {}, caller: {} }) as Page

const item = (paymentId: string, stage = 'paid') => ({ paymentId, stage })

const idsOf = ({ items }: Page): string[] => items.map(({ paymentId }) => paymentId)

describe('a list over all cells', () => {
  test('shows the rows of a partner that moves once, and misses none on the next page', () => {
    const rows = ['f', 'e', 'd', 'c', 'b', 'a']
    // The partner of f, d and b is in both cells.
    const cells = [rows, rows.filter((id) => 'fdb'.includes(id))]
    const seen: string[] = []
    let after: string | null = null
    do {
      const pages = cells.map((ids): Page => {
        const left = ids.filter((id) => after === null || id < after)
        return { items: left.slice(0, 2).map((id) => item(id)), nextCursor: left[2] ?? null }
      })
      const page = merge(pages, 2)
      seen.push(...idsOf(page))
      after = page.nextCursor === null ? null : Buffer.from(page.nextCursor, 'base64url').toString()
    } while (after !== null)
    expect(seen).toEqual(rows)
  })
})
