import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { connectTo } from './support/database.ts'
import { newReference } from './support/platform.ts'
import { useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const COMMAND = fileURLToPath(new URL('../src/commands/drop-old-attempts.ts', import.meta.url))

const run = (args: string[], onStderr: (text: string) => void = () => undefined) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: scene.platform.databaseUrl,
      WASL_MASTER_KEY: randomBytes(32).toString('base64'),
    }
    const child = execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stderr?.on('data', (text) => onStderr(String(text)))
  })

const TABLES = ['webhook_attempts', 'webhook_attempt_results'] as const

const makeDay = async (day: string, nextDay: string): Promise<void> => {
  for (const table of TABLES) {
    await scene.platform.pool.query(
      `create table ${table}_${day.replaceAll('-', '')} partition of ${table}
      for values from ('${day}T00:00:00Z') to ('${nextDay}T00:00:00Z')`,
    )
  }
}

const daysOf2020 = async (): Promise<string[]> => {
  const { rows } = await scene.platform.pool.query<{ relname: string }>(
    `select relname from pg_class where relname ~ '^webhook_attempt.*_2020[0-9]{4}$'
    and relkind = 'r' order by relname`,
  )
  return rows.map(({ relname }) => relname)
}

describe('the command that drops old attempts', () => {
  test('drops both partitions of each day before the given one, and tells the audit log', async () => {
    await makeDay('2020-01-01', '2020-01-02')
    await makeDay('2020-01-02', '2020-01-03')
    await makeDay('2020-01-03', '2020-01-04')
    expect(await run(['--before', '2020-01-03'])).toEqual({
      code: 0,
      stdout: 'Dropped the attempts of 2 days: 2020-01-01 to 2020-01-02.\n',
      stderr: '',
    })
    expect(await daysOf2020()).toEqual([
      'webhook_attempt_results_20200103',
      'webhook_attempts_20200103',
    ])
    const { items } = await scene.platform.operator('/audit-log?subject=2020-01-02')
    expect(items).toMatchObject([{ action: 'attempts.drop', actor: 'command line' }])
    expect((await run(['--before', '2020-02-01'])).stdout).toContain(
      'of 1 day: 2020-01-03 to 2020-01-03.',
    )
  })

  test('while a dump reads the table waits without stopping a webhook', async () => {
    const { platform, server, partner, channel } = scene
    await makeDay('2020-03-01', '2020-03-02')
    const dump = await connectTo(platform.databaseUrl)
    try {
      await dump.query(`set application_name = 'pg_dump'`)
      await dump.query('begin')
      await dump.query('select count(*) from webhook_attempts')
      let said = ''
      const running = run(['--before', '2020-03-02'], (text) => (said += text))
      await until('the command to say what it waits for', () => said.includes('pg_dump'))
      // Each delivery writes to both tables. They come within seconds, and the dump does not end.
      for (let count = 1; count <= 3; count += 1) {
        const reference = newReference()
        await platform.opened(channel, partner, reference)
        await server.webhooksArrived(reference, 1)
      }
      await platform.settled()
      expect(await daysOf2020()).toHaveLength(2)
      await dump.query('commit')
      const { code, stderr } = await running
      expect(code).toBe(0)
      expect(stderr).toMatch(/^The attempts of 2020-03-01 are being read \(pid \d+, pg_dump, since/)
      expect(await daysOf2020()).toEqual([])
    } finally {
      await dump.end()
    }
  })

  test('refuses days that are too recent, and what is no day', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const recent = await run(['--before', today])
    expect([recent.code, recent.stdout]).toEqual([1, ''])
    expect(recent.stderr).toMatch(/expected a day up to \d{4}-\d\d-\d\d, received/)
    for (const args of [[], ['--before', '2020-13-01'], ['--before', 'yesterday']]) {
      const { code, stderr } = await run(args)
      expect([code, stderr]).toEqual([1, expect.stringContaining('a day such as 2026-08-01')])
    }
  })
})
