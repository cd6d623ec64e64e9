import { decode } from 'fast-png'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawn, readQr } from '../../../test/support/qr-reader.ts'
import { emvcoPayload } from './emvco.ts'
import { qrImage, qrPath, qrPng, qrSvg } from './image.ts'
import { newQrToken } from './token.ts'

const URL_TEXT = 'https://pay.example.dz/q/7Z3M9K0QW5T8R2VXN4BHJD01Z9'

const EMVCO_TEXT = emvcoPayload({
  guid: 'dz.wasl',
  token: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  merchant: { partnerId: 'prt_1001', name: 'Dar El Bahia', nameAr: 'دار البهية', city: 'Oran' },
  amount: null,
})

/** The modules that the path of an SVG draws, by a reader of its own. */
const modulesOf = (svg: string): boolean[][] => {
  const side = Number(/viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1])
  const modules = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  const [, path = ''] = /<path d="([^"]*)"/.exec(svg) ?? []
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(back).toBe(width)
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  return modules
}

describe.each([
  ['a URL', URL_TEXT, ['Q', 'H']],
  ['an EMVCo payload with a name in Arabic', EMVCO_TEXT, ['M', 'Q', 'H']],
])('the image of %s', (_name, text, levels) => {
  test('reads back from PNG', async () => {
    const { text: read, ecLevel } = await readQr(new Uint8Array(qrPng(qrImage(text))))
    expect(read).toBe(text)
    expect(levels).toContain(ecLevel)
  })

  test('reads back from SVG', async () => {
    const { text: read } = await readQr(drawn(modulesOf(qrSvg(qrImage(text)))))
    expect(read).toBe(text)
  })

  test('has a quiet zone of four modules on every side', () => {
    const { modules } = qrImage(text)
    for (let index = 0; index < modules.length; index += 1) {
      for (const edge of [0, 1, 2, 3]) {
        const far = modules.length - 1 - edge
        const around = [modules[edge]?.[index], modules[far]?.[index]]
        around.push(modules[index]?.[edge], modules[index]?.[far])
        expect(around).toEqual([false, false, false, false])
      }
    }
    // The corner of the first finder pattern stands right behind it.
    expect(modules[4]?.slice(4, 12)).toEqual([true, true, true, true, true, true, true, false])
  })
})

test('a PNG is sharp enough for print, light, and nothing but black and white', () => {
  const bytes = qrPng(qrImage(URL_TEXT))
  const png = decode(bytes)
  expect([png.depth, png.channels, png.width]).toEqual([1, 1, png.height])
  expect(png.width).toBeGreaterThanOrEqual(840)
  expect(bytes.length).toBeLessThan(20_000)
})

test('the path draws each dark module once, whatever the code', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (partnerId) => {
      const image = qrImage(`https://pay.example/q/${newQrToken(partnerId)}`)
      expect(modulesOf(qrSvg(image))).toEqual(image.modules)
      expect(qrPath(image)).not.toContain('h0')
    }),
    { numRuns: 20 },
  )
})

test('a code with a torn corner is still readable', async () => {
  const modules = qrImage(URL_TEXT).modules.map((row) => row.slice())
  const side = modules.length
  for (let y = side - 14; y < side; y += 1) modules[y]?.fill(false, side - 14)
  const { text } = await readQr(drawn(modules))
  expect(text).toBe(URL_TEXT)
})
