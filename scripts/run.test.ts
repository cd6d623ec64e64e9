import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe('scripts/run.mjs', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `wasl-test-${process.pid}-run-`))
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  const start = async (program: string, ...args: string[]): Promise<ChildProcess> => {
    const file = join(folder, 'program.ts')
    await writeFile(file, program)
    return spawn(process.execPath, [join(import.meta.dirname, 'run.mjs'), file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  const ending = (child: ChildProcess): Promise<{ code: number | null; output: string }> => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    return new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, output }))
    })
  }

  test('runs TypeScript with its arguments and exits with its code', async () => {
    const child = await start(
      `const [, , ...args]: string[] = process.argv
      console.log(JSON.stringify(args))
      process.exitCode = 7`,
      'one',
      'two words',
    )
    expect(await ending(child)).toEqual({ code: 7, output: '["one","two words"]\n' })
  })

  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'sends %s on and stays until the program has ended, however often it comes',
    async (signal) => {
      const child = await start(
        `process.on('${signal}', () => setTimeout(() => { console.log('ended'); process.exit(3) }, 300))
        setInterval(() => {}, 1000)
        console.log('ready')`,
      )
      const ended = ending(child)
      await new Promise((resolve) => child.stdout?.once('data', resolve))
      child.kill(signal)
      setTimeout(() => child.kill(signal), 100)
      const { code, output } = await ended
      expect(output).toMatch(/ended\n$/)
      expect(code).toBe(3)
    },
  )

  test('exits after a signal with the code that a shell gives', async () => {
    const child = await start(`process.kill(process.pid, 'SIGKILL')`)
    expect(await ending(child)).toEqual({ code: 137, output: '' })
  })
})
