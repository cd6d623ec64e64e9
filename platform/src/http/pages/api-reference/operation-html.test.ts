import { expect, test } from 'vitest'
import type { OpenApiDocument, Operation } from './open-api-document.ts'
import { operationHtml } from './operation-html.ts'

const DOCUMENT: OpenApiDocument = {
  info: { title: '', version: '', description: '' },
  tags: [],
  paths: {},
  webhooks: {},
  components: { schemas: {}, securitySchemes: {} },
}

const pageOf = (requestBody: Operation['requestBody']): string =>
  operationHtml(DOCUMENT, {
    method: 'post',
    place: '/x',
    operation: {
      operationId: 'x',
      tags: [],
      summary: 'X',
      description: 'X.',
      security: [],
      responses: {},
      ...(requestBody !== undefined && { requestBody }),
    },
  }).markup

test('a body that may be left out is called optional', () => {
  const optional = '<h4>Body <span class="optional">optional</span></h4>'
  expect(pageOf({ required: true, content: {} })).toContain('<h4>Body</h4>')
  expect(pageOf({ required: false, content: {} })).toContain(optional)
  // As OpenAPI has it where nothing is said.
  expect(pageOf({ content: {} })).toContain(optional)
  expect(pageOf(undefined)).not.toContain('Body')
})
