import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spool } from './spool.ts'

const from = async function* <Part>(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts
}

describe('a spooled document', () => {
  test('has the bytes, the length and the hash of its parts, whatever their sizes', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
      fc.nat(2_200_000).map((length) => 'é'.repeat(length / 2)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const expected = Buffer.concat(parts.map((one) => Buffer.from(one)))
        const spooled = await spool(from(parts))
        expect(spooled.bytes).toBe(expected.length)
        expect(spooled.sha256).toBe(createHash('sha256').update(expected).digest('hex'))
        expect((await buffer(spooled.stream())).equals(expected)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('leaves no file with a name, not even while it waits for its reader', async () => {
    const named = () => readdirSync(tmpdir()).filter((name) => name.startsWith('wasl-document-'))
    const before = named()
    const spooled = await spool(from(['a']))
    expect(named().filter((name) => !before.includes(name))).toEqual([])
    await spooled.discard()
  })

  test('is not there when its parts fail', async () => {
    const parts = async function* () {
      yield 'a'
      throw new Error('the lines were lost')
    }
    await expect(spool(parts())).rejects.toThrow('the lines were lost')
  })
})
