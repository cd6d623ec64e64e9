/**
 * Each lint rule of the project refuses what it should. The settings run on a small tree of files
 * with the project's layout.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const OXLINT = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint')
const TSGOLINT = join(ROOT, 'node_modules', '.bin', 'tsgolint')

const uses = (...specifiers: string[]): string =>
  specifiers.map((from, index) => `import { a${index} } from '${from}'\nvoid a${index}\n`).join('')

const usesTypes = (specifier: string): string =>
  `import type { A } from '${specifier}'\nexport type B = A[]\n`

const long = (lines: number): string => Array<string>(lines).fill('void 0').join('\n')

/** Files that lint refuses: the path, the text, and the rule or message that refuses it. */
const REFUSED: [string, string, string][] = [
  ['protocol/src/p1.ts', uses('@wasl/platform'), 'The protocol knows nobody'],
  ['protocol/src/p2.ts', uses('../../platform/src/app.ts'), 'The protocol knows nobody'],
  ['protocol/src/p3.ts', uses('pg'), 'The protocol depends on zod alone'],
  ['protocol/src/p4.test.ts', uses('@wasl/partner-kit'), 'The protocol knows nobody'],
  ['embedded-postgres/src/b1.ts', uses('@wasl/platform'), 'The embedded PostgreSQL knows nobody'],
  ['embedded-postgres/src/b2.ts', uses('../../platform/src/x.ts'), 'PostgreSQL knows nobody'],
  ['partner-kit/src/k1.ts', uses('@wasl/platform'), 'The partner kit knows the protocol alone'],
  ['partner-kit/src/k2.ts', uses('../../platform/src/x.ts'), 'The partner kit knows the protocol'],
  ['partner-kit/test/k3.ts', uses('@wasl/reference-partner'), 'The partner kit knows the protocol'],
  ['conformance/src/n1.ts', uses('@wasl/platform'), 'checks know the protocol alone'],
  ['conformance/src/n2.ts', uses('@wasl/partner-kit'), 'checks know the protocol alone'],
  ['conformance/test/n3.ts', uses('../../partner-kit/src/x.ts'), 'know the protocol alone'],
  ['cli/src/c1.ts', uses('pg'), 'The command line composes the packages'],
  ['cli/src/c2.ts', uses('../../platform/src/x.ts'), 'The command line composes the packages'],
  ['reference-partner/src/r1.ts', uses('@wasl/platform'), 'built on the partner kit'],
  ['reference-partner/src/r2.ts', uses('../../platform/src/x.ts'), 'built on the partner kit'],
  ['platform/src/f1.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol alone'],
  [
    'platform/src/f2.ts',
    uses('../../partner-kit/src/x.ts'),
    'The platform knows the protocol alone',
  ],
  ['platform/test/f3.test.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol alone'],
  ['platform/src/http/f4.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol alone'],
  [
    'platform/src/http/operator/h1.ts',
    uses('../server/api-error.ts'),
    'A route refuses by the function that it is given',
  ],
  ['platform/src/http/channel/h2.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol'],
  ['platform/src/payments/m1.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol'],
  ['platform/src/payments/m2.ts', uses('../http/x.ts'), 'The domain never imports http'],
  ['platform/src/payments/m3.ts', usesTypes('../http/x.ts'), 'The domain never imports http'],
  ['platform/src/payments/m4.ts', `void import('../http/x.ts')`, 'The domain never imports http'],
  ['platform/src/payments/m5.ts', `export { a } from '../http/x.ts'`, 'never imports http'],
  ['platform/src/payments/m6.ts', uses('../qr-codes/x.ts'), 'Payments know nothing of QR codes'],
  ['platform/src/payments/m7.ts', uses('../pages/x.ts'), 'Payments know nothing of QR codes'],
  ['platform/src/qr-codes/r3.ts', uses('../http/x.ts'), 'The domain never imports http'],
  ['platform/src/qr-codes/r4.ts', uses('../pages/x.ts'), 'The domain never imports http'],
  ['platform/src/webhooks/w3.ts', uses('../qr-codes/x.ts'), 'payments know webhooks'],
  ['platform/src/partners/a3.ts', uses('../qr-codes/x.ts'), 'Partners stand below'],
  ['platform/src/database/d3.ts', uses('../qr-codes/x.ts'), 'know nothing of payments'],
  ['platform/src/webhooks/w1.ts', uses('../http/x.ts'), 'The domain never imports http'],
  ['platform/src/webhooks/w2.ts', uses('../payments/x.ts'), 'payments know webhooks'],
  ['platform/src/channels/c1.ts', uses('../http/x.ts'), 'The domain never imports http'],
  ['platform/src/partners/a1.ts', uses('../http/x.ts'), 'Partners stand below'],
  ['platform/src/partners/a2.ts', uses('../payments/x.ts'), 'Partners stand below'],
  ['platform/src/keys/k1.ts', uses('../payments/x.ts'), 'stand below partners'],
  ['platform/src/lookups/l1.ts', uses('../payments/x.ts'), 'Partners stand below'],
  [
    'platform/src/database/d4.ts',
    uses('@wasl/embedded-postgres'),
    'The platform knows the protocol',
  ],
  ['platform/src/database/d1.ts', uses('../http/x.ts'), 'know nothing of payments'],
  ['platform/src/database/d2.ts', uses('../payments/x.ts'), 'know nothing of payments'],
  ['platform/src/outbound/o1.ts', uses('../partners/x.ts'), 'know nothing of payments'],
  ['platform/src/payments/payment.ts', uses('../database/x.ts'), 'rules without I/O'],
  ['platform/src/status/status.ts', uses('../payments/transition.ts'), 'rules without I/O'],
  ['platform/src/pages/s1.ts', uses('../http/x.ts'), 'A page shows what it is given'],
  ['platform/src/pages/s2.ts', uses('../database/x.ts'), 'A page shows what it is given'],
  ['platform/src/qr-codes/emvco.ts', uses('./image.ts'), 'rules without I/O'],
  ['platform/src/webhooks/retry-schedule.ts', uses('pg'), 'rules without I/O'],
  ['platform/src/partners/partner.ts', uses('node:fs'), 'rules without I/O'],
  ['platform/src/outbound/target.ts', uses('undici'), 'rules without I/O'],
  ['platform/src/e1.ts', 'void process.env', 'no-process-env'],
  ['protocol/src/e2.ts', `console.log('hello')`, 'no-console'],
  ['platform/src/e3.ts', 'export default 1', 'no-default-export'],
  ['platform/src/e4.ts', `export * from './x.ts'\nexport * from './y.ts'`, 'no-barrel-file'],
  ['platform/src/cycle-a.ts', `export { b } from './cycle-b.ts'\nexport const a = 1`, 'no-cycle'],
  ['platform/src/cycle-b.ts', `import { a } from './cycle-a.ts'\nexport const b = a`, 'no-cycle'],
  ['platform/src/e5.ts', long(251), 'max-lines'],
  ['platform/src/e6.ts', `export const f = () => {\n${long(70)}\n}`, 'max-lines-per-function'],
  ['platform/src/NotKebab.ts', 'export const a = 1', 'filename-case'],
  ['platform/src/e7.ts', 'Promise.resolve()', 'no-floating-promises'],
  ['cli/src/e8.ts', 'export function f() {}', 'func-style'],
  [
    'platform/src/settlement/fees/g1.ts',
    'export const f = (sum: number) => sum * 0.19',
    '0.19 is a fraction',
  ],
  [
    'platform/src/settlement/fees/g2.ts',
    'export const f = (sum: number) => sum / 100',
    'can make a fraction',
  ],
  ['platform/src/settlement/fees/g3.ts', 'export let f = 5\nf /= 2', 'can make a fraction'],
  ['platform/src/ledger/g4.ts', 'export const f = (sum: number) => sum.toFixed(2)', 'toFixed()'],
  ['platform/src/ledger/g5.ts', 'export const f = (sum: number) => Math.round(sum)', 'round()'],
]

/** Files that lint accepts. */
const ALLOWED: [string, string][] = [
  ['protocol/src/index.ts', `export * from './x.ts'\nexport * from './y.ts'`],
  ['protocol/src/q1.ts', uses('zod', 'node:crypto', './x.ts')],
  ['partner-kit/src/q2.ts', uses('@wasl/protocol', './x.ts', '../x.ts')],
  ['conformance/src/q12.ts', uses('@wasl/protocol', 'undici', './x.ts', '../x.ts')],
  ['reference-partner/src/q3.ts', uses('@wasl/partner-kit', '@wasl/protocol', './x.ts')],
  ['platform/src/database/database-server.ts', uses('@wasl/embedded-postgres')],
  ['platform/src/http/q4.ts', uses('../payments/x.ts', '../database/x.ts', 'fastify')],
  ['platform/src/http/partner/q15.ts', usesTypes('../server/api-error.ts')],
  ['platform/src/payments/q5.ts', uses('@wasl/protocol', '../webhooks/x.ts', '../partners/x.ts')],
  [
    'platform/src/qr-codes/q14.ts',
    uses('../payments/x.ts', '../partners/x.ts', '../database/x.ts'),
  ],
  ['platform/src/webhooks/q6.ts', uses('../partners/x.ts', '../outbound/x.ts', '../log.ts')],
  ['platform/src/partners/q7.ts', uses('../outbound/x.ts', '../database/x.ts', 'pg')],
  ['platform/src/payments/q8.test.ts', uses('../http/x.ts')],
  ['platform/src/payments/payment-record.ts', usesTypes('./transition.ts') + uses('./payment.ts')],
  ['platform/src/outbound/special-address.ts', uses('node:net', '@wasl/protocol')],
  ['platform/src/pages/q13.ts', uses('../qr-codes/x.ts', '../lookups/partner-text.ts')],
  ['platform/src/config.ts', 'void process.env'],
  ['scripts/q9.ts', `console.log(process.env)`],
  ['platform/test/q10.test.ts', long(300)],
  ['platform/src/q11.ts', long(250)],
  [
    'platform/src/settlement/fees/q16.ts',
    'export const f = (sum: bigint, rate: bigint) => (sum * 150n + 5_000n) / (10_000n * rate)',
  ],
  [
    'platform/src/settlement/fees/q17.ts',
    'export const f = (one: number, other: number) => one - 3 * other',
  ],
  ['vitest.config.ts', 'export default 1'],
]

describe('lint', () => {
  let folder: string
  let said: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), `wasl-test-${process.pid}-lint-`))
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    mkdirSync(join(folder, 'scripts/lint'), { recursive: true })
    copyFileSync(join(ROOT, 'scripts/lint/money.ts'), join(folder, 'scripts/lint/money.ts'))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions: { types: [] } }),
    )
    for (const [file, text] of [...REFUSED, ...ALLOWED]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${text}\n`)
    }
    const lint = spawnSync(process.execPath, [OXLINT, '--type-aware', '--format=json'], {
      cwd: folder,
      env: { ...process.env, OXLINT_TSGOLINT_PATH: TSGOLINT },
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    said = lint.stdout
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const complaintsAbout = (file: string): string[] => {
    type Complaint = { code?: string; message: string; help?: string; filename: string }
    const { diagnostics } = JSON.parse(said) as { diagnostics: Complaint[] }
    return diagnostics
      .filter(({ filename }) => filename === file)
      .map(({ code, message, help }) => `${code} ${message} ${help}`)
  }

  test.for(REFUSED)('refuses %s', ([file, , complaint]) => {
    expect(complaintsAbout(file)).toContainEqual(expect.stringContaining(complaint))
  })

  test.for(ALLOWED)('lets pass %s', ([file]) => {
    expect(complaintsAbout(file)).toEqual([])
  })
})
