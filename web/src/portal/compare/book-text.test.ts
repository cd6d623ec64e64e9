import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookText, NotText } from './book-text.ts'

test('a book in UTF-8 or UTF-16 reads as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (any) => {
      const text = any.toWellFormed().replace(/^\uFEFF+/, '')
      expect(await bookText(new Blob([text]))).toBe(text)
      const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
      expect(await bookText(new Blob([little]))).toBe(text)
      expect(await bookText(new Blob([Buffer.from(little).swap16()]))).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test('a book in an older encoding is refused, because its letters would be guessed', async () => {
  const windows1252 = Uint8Array.from([0x52, 0xe9, 0x66, 0x3b, 0x31])
  await expect(bookText(new Blob([windows1252]))).rejects.toThrow(NotText)
})
