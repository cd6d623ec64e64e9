/** Checks the alert rules and the dashboard with promtool and against a real /metrics. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { OperationTable } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import { newReference } from '../platform/test/support/node.ts'
import { expectRefusal, useScene } from '../platform/test/support/scene.ts'

const scene = useScene()

const ALERTS = join(import.meta.dirname, 'prometheus/wasl-alerts.yml')
const OBJECTIVES = join(import.meta.dirname, 'prometheus/wasl-objectives.yml')
const ALERTS_TESTS = [
  'wasl-alerts.test.yml',
  'wasl-alerts-week.test.yml',
  'wasl-objectives.test.yml',
].map((name) => join(import.meta.dirname, 'prometheus', name))
const DASHBOARD = join(import.meta.dirname, 'grafana/wasl-dashboard.json')

type Rule = {
  alert: string
  expr: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

type Panel = {
  id: number
  type: string
  title: string
  description?: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; refId: string }[]
}

const everyRule = [ALERTS, OBJECTIVES].flatMap((file) =>
  (parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  ),
)

/** Those that alert; others record what these ask. */
const rules = everyRule.filter(({ alert }) => alert !== undefined)

const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
  panels: Panel[]
  annotations: { list: { expr: string }[] }
}

const queries = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
]

const operatorTables: Readonly<Record<string, OperationTable>> = OPERATIONS.operator

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Asynchronous, because the platform of this file runs in this process. */
const promtool = (...args: string[]): Promise<{ status: number; output: string }> =>
  new Promise((resolve) => {
    execFile('promtool', args, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    )
  })

describe.skipIf(!hasPromtool)('promtool', () => {
  test('accepts the alert rules, and each fires when it should and not before', async () => {
    expect(await promtool('check', 'rules', ALERTS, OBJECTIVES)).toMatchObject({ status: 0 })
    const { status, output } = await promtool('test', 'rules', ...ALERTS_TESTS)
    expect({ status, output }).toMatchObject({ status: 0 })
  })

  test('accepts every query of the dashboard', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wasl-dashboard-'))
    try {
      const rulesOfQueries = queries.map((query, index) => ({
        record: `query:${index}`,
        expr: query.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'),
      }))
      const file = join(folder, 'queries.yml')
      // JSON is YAML.
      writeFileSync(
        file,
        JSON.stringify({ groups: [{ name: 'dashboard', rules: rulesOfQueries }] }),
      )
      const { status, output } = await promtool('check', 'rules', file)
      expect({ status, output }).toMatchObject({ status: 0 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the alert rules', () => {
  test('each have a severity, a summary and a description', () => {
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning'], alert).toContain(labels['severity'])
      expect(annotations['summary'], alert).toMatch(/\S/)
      expect(annotations['description'], alert).toMatch(/\S/)
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  test('are each in the table of the guide', () => {
    const guide = readFileSync(join(import.meta.dirname, '../docs/guides/monitoring.md'), 'utf8')
    const [, table = ''] = guide.split('\n| alert | ')
    const [rows = ''] = table.split('\n\n')
    const listed = Array.from(rows.matchAll(/^\| `(\w+)` \| (\w+) \|/gm), ([, ...cells]) => cells)
    expect(listed).toEqual(rules.map(({ alert, labels }) => [alert, labels['severity']]))
  })
})

describe('the runbooks', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/guides/runbooks.md'), 'utf8')
  const sections = page.split(/^## /m).slice(1)

  /** What a machine with the platform has, beside the programs of the system. */
  const PROGRAMS = new Set(['systemctl', 'journalctl', 'psql', 'curl', 'wasl-platform', 'top'])

  test('have each alert, in the order of the rules, and each alert names its own', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual(
      rules.map(({ alert }) => alert),
    )
    for (const { alert, annotations } of rules) {
      expect(annotations['runbook']).toBe(`docs/guides/runbooks.md#${alert.toLowerCase()}`)
    }
  })

  test('begin with a command that exists', () => {
    const paths = new Set(
      Object.values(operatorTables).flatMap((table) =>
        Object.values(table).map(({ path }) => path),
      ),
    )
    const commands = new Set(readdirSync(join(import.meta.dirname, '../platform/src/run/commands')))
    const firstCommands = sections.map(
      (section) => /^\w+\n\n```sh\n(.+)\n```\n\n\S/.exec(section)?.[1] ?? section,
    )
    const named = (pattern: RegExp): string[] =>
      firstCommands.flatMap((command) => pattern.exec(command)?.[1] ?? [])
    expect(named(/^(\S+)/).filter((program) => !PROGRAMS.has(program))).toEqual([])
    const asked = named(/\$WASL(\/operator[^"?]*)/)
    expect(asked.length).toBeGreaterThan(5)
    const unknown = asked.filter((path) => !paths.has(path.replace('prt_1001', '{partnerId}')))
    expect(unknown).toEqual([])
    const own = named(/^wasl-platform (\S+)/)
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((name) => !commands.has(`${name}.ts`))).toEqual([])
  })
})

describe('the dashboard', () => {
  test('gives every panel its own id, description and place', () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const taken = new Set<string>()
    for (const { type, title, description, gridPos, targets = [] } of panels) {
      const { x, y, w, h } = gridPos
      expect(x + w, title).toBeLessThanOrEqual(24)
      for (let column = x; column < x + w; column += 1) {
        for (let line = y; line < y + h; line += 1) {
          expect(taken, title).not.toContain(`${column} ${line}`)
          taken.add(`${column} ${line}`)
        }
      }
      if (type === 'row') continue
      expect(description, title).toMatch(/\S/)
      expect(targets.length, title).toBeGreaterThan(0)
    }
  })
})

describe('every metric', () => {
  let exported: Set<string>

  beforeAll(async () => {
    const { platform, server, partner, channel } = scene
    // One failure, because some series exist only after one.
    const broken = newReference()
    server.onLookup(() => ({ status: 500 }), broken)
    expectRefusal(await platform.open(channel, partner, broken), 'PARTNER502_BAD_RESPONSE')
    const { text } = await platform.call('GET', '/metrics')
    exported = new Set(Array.from(text.matchAll(/^([a-z_0-9]+)[{ ]/gm), ([, name = '']) => name))
  })

  const namesIn = (text: string): string[] =>
    Array.from(text.matchAll(/\b(?:wasl|process|nodejs)_[a-z_0-9]+/g), ([name]) => name)

  test('that an alert or the dashboard names is one that the platform exports', () => {
    const named = [...everyRule.map(({ expr }) => expr), ...queries].flatMap(namesIn)
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => !exported.has(name))).toEqual([])
  })

  test('of Wasl is on the dashboard, in an alert, or in the table of the guide', () => {
    const guide = readFileSync(join(import.meta.dirname, '../docs/guides/monitoring.md'), 'utf8')
    const shown = new Set([
      ...queries.flatMap(namesIn),
      ...everyRule.flatMap(({ expr }) => namesIn(expr)),
      ...namesIn(guide),
    ])
    const ours = [...exported].filter(
      (name) => name.startsWith('wasl_') && !/_(?:sum|bucket|count)$/.test(name),
    )
    expect(ours.filter((name) => !shown.has(name))).toEqual([])
  })
})
