import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { html, trusted } from './html.ts'

test('text from outside is never markup', () => {
  expect(html`<p>${'<script>alert("1")</script> & \'x\''}</p>`.markup).toBe(
    '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
  )
})

test('no text leaves an attribute or its element, whatever it is', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const { markup } = html`<a title="${text}">${text}</a>`
      expect(markup).toMatch(/^<a title="[^"<>]*">[^"<>]*<\/a>$/)
      expect(markup.isWellFormed()).toBe(true)
    }),
  )
})

test('markup goes in as it is, alone or in a list; null and false leave no trace', () => {
  const items = ['a', '<'].map((text) => html`<b>${text}</b>`)
  const all = html`<p>${items}${null}${false}${3}${trusted('<i></i>')}</p>`
  expect(all.markup).toBe('<p><b>a</b><b>&lt;</b>3<i></i></p>')
})
