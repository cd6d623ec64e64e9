import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Overloaded } from '../database/overloaded.ts'
import { createRenderPdf } from './render-pdf.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-pdf-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const templateOf = (source: string): string => {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.typ`)
  writeFileSync(path, source)
  return path
}

/** So that the process ends by itself before a byte of it is read. */
const sleepWithoutEvents = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

const SHOWS = '#json("data.json").text'

describe('a PDF in a process of its own', () => {
  test('is made from a template and its data', async () => {
    const pdf = await createRenderPdf()({ template: templateOf(SHOWS), data: { text: '#panic()' } })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('an error of the template is told', async () => {
    const job = { template: templateOf('#panic("no such field")'), data: {} }
    await expect(createRenderPdf()(job)).rejects.toThrow(/the PDF was not made: .*no such field/s)
  })

  test('a template reads nothing outside its folder', async () => {
    const job = { template: templateOf('#read("../../../../../etc/hostname")'), data: {} }
    await expect(createRenderPdf()(job)).rejects.toThrow('the PDF was not made')
  })

  test('the process is killed when it takes too long', async () => {
    const source = '#for a in range(100000) { for b in range(100000) {} }'
    const endless = { template: templateOf(source), data: {} }
    await expect(createRenderPdf({ timeoutMs: 500 })(endless)).rejects.toThrow('more than 500 ms')
  })

  test('no part of a PDF that is too long is returned, even when its process has ended by then', async () => {
    const job = { template: templateOf(SHOWS), data: { text: 'x' } }
    const made = createRenderPdf({ bytesMax: 100 })(job)
    await setImmediate()
    sleepWithoutEvents(3_000)
    await expect(made).rejects.toThrow('more than 100 bytes')
  })

  test('few are made at once, some wait, and more are refused; a place is free again afterwards', async () => {
    const renderPdf = createRenderPdf({ atOnceMax: 1, waitingMax: 1 })
    const good = { template: templateOf(SHOWS), data: { text: 'x' } }
    const bad = { template: templateOf('#panic()'), data: {} }
    const [first, second, third] = await Promise.allSettled([bad, good, good].map(renderPdf))
    expect(first?.status).toBe('rejected')
    expect(second?.status).toBe('fulfilled')
    expect(third).toMatchObject({ status: 'rejected', reason: expect.any(Overloaded) })
    expect((await renderPdf(good)).length).toBeGreaterThan(0)
  })
})
