import { describe, expect, test } from 'vitest'
import type { Schema } from './open-api-document.ts'
import { typeHtml } from './schema-html.ts'

const AMOUNTS = { type: 'array', items: { $ref: '#/components/schemas/Amount' } }
const LINKED = 'list of <a href="#type-Amount">Amount</a>'

describe('the type of a field', () => {
  test.each<[Schema, string]>([
    [AMOUNTS, LINKED],
    [
      { ...AMOUNTS, minItems: 1, maxItems: 20, uniqueItems: true },
      `${LINKED}, 1 to 20 items, all different`,
    ],
    [{ ...AMOUNTS, maxItems: 20 }, `${LINKED}, at most 20 items`],
    [{ type: 'string', maxLength: 5 }, 'string, at most 5 characters'],
    [{ type: 'object', minProperties: 1 }, 'object, with at least one field'],
    [
      { type: 'string', enum: ['A6', 'A4'], default: 'A6' },
      '<code>&quot;A6&quot;</code> or <code>&quot;A4&quot;</code>, default &quot;A6&quot;',
    ],
    [
      { $ref: '#/components/schemas/QrCodeKind', default: 'static' },
      '<a href="#type-QrCodeKind">QrCodeKind</a>, default &quot;static&quot;',
    ],
  ])('of %j tells its bounds', (schema, expected) => {
    expect(typeHtml(schema).markup).toBe(expected)
  })
})
