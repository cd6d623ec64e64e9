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
  ['protocol/src/p2.ts', uses('../../platform/src/run/app.ts'), 'The protocol knows nobody'],
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
  ['platform/src/base/f1.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol alone'],
  [
    'platform/src/base/f2.ts',
    uses('../../../partner-kit/src/x.ts'),
    'The platform knows the protocol alone',
  ],
  ['platform/test/f3.test.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol alone'],
  ['platform/src/http/f4.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol alone'],
  [
    'platform/src/http/operator/h1.ts',
    uses('../../base/api-error.ts'),
    'A route refuses by the function that it is given',
  ],
  ['platform/src/http/channel/h2.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol'],
  ['platform/src/payments/m1.ts', uses('@wasl/partner-kit'), 'The platform knows the protocol'],
  ['platform/src/payments/m2.ts', uses('../http/x.ts'), 'payments stands below http'],
  ['platform/src/payments/m3.ts', usesTypes('../http/x.ts'), 'payments stands below http'],
  ['platform/src/payments/m4.ts', `void import('../http/x.ts')`, 'payments stands below http'],
  ['platform/src/payments/m5.ts', `export { a } from '../http/x.ts'`, 'payments stands below http'],
  ['platform/src/payments/m6.ts', uses('./qr-codes/x.ts'), 'Payments know nothing of QR codes'],
  ['platform/src/payments/m7.ts', `export * from '../run/x.ts'`, 'payments stands below run'],
  ['platform/src/payments/status/m8.ts', uses('../qr-codes/x.ts'), 'know nothing of QR codes'],
  ['platform/src/payments/qr-codes/r3.ts', uses('../../http/x.ts'), 'payments stands below http'],
  ['platform/src/base/database/d1.ts', uses('../../cells/x.ts'), 'base stands below cells'],
  ['platform/src/cells/c1.ts', uses('../ledger/x.ts'), 'cells stands below ledger'],
  ['platform/src/ledger/l1.ts', uses('../parties/x.ts'), 'ledger stands below parties'],
  ['platform/src/parties/partners/a1.ts', uses('../../delivery/x.ts'), 'stands below delivery'],
  ['platform/src/delivery/webhooks/w1.ts', uses('../../payments/x.ts'), 'stands below payments'],
  ['platform/src/payments/refunds/y1.ts', uses('../../money/x.ts'), 'payments stands below money'],
  ['platform/src/money/bank/n1.ts', uses('../../operations/x.ts'), 'stands below operations'],
  ['platform/src/operations/o1.ts', uses('../moves/x.ts'), 'operations stands below moves'],
  ['platform/src/moves/v1.ts', uses('../http/x.ts'), 'moves stands below http'],
  ['platform/src/http/channel/h3.ts', uses('../../run/x.ts'), 'http stands below run'],
  ['platform/src/e10.ts', uses('./base/x.ts'), '"e10.ts" is no room'],
  ['web/src/till/t1.ts', uses('../console/x.ts'), 'till stands below console'],
  ['web/src/texts/t2.ts', uses('../components/x.ts'), 'texts stands below components'],
  [
    'platform/src/base/database/d4.ts',
    uses('@wasl/embedded-postgres'),
    'The platform knows the protocol',
  ],
  ['platform/src/payments/payment.ts', uses('../base/database/x.ts'), 'rules without I/O'],
  ['platform/src/payments/status/status.ts', uses('../transition.ts'), 'rules without I/O'],
  ['platform/src/http/pages/s1.ts', uses('../server/x.ts'), 'A page shows what it is given'],
  ['platform/src/http/pages/s2.ts', uses('../../base/database/x.ts'), 'shows what it is given'],
  ['platform/src/payments/qr-codes/emvco.ts', uses('./image.ts'), 'rules without I/O'],
  ['platform/src/delivery/webhooks/retry-schedule.ts', uses('pg'), 'rules without I/O'],
  ['platform/src/parties/partners/partner.ts', uses('node:fs'), 'rules without I/O'],
  ['platform/src/base/outbound/target.ts', uses('undici'), 'rules without I/O'],
  ['platform/src/base/e1.ts', 'void process.env', 'no-process-env'],
  ['protocol/src/e2.ts', `console.log('hello')`, 'no-console'],
  ['platform/src/base/e3.ts', 'export default 1', 'no-default-export'],
  ['platform/src/base/e4.ts', `export * from './x.ts'\nexport * from './y.ts'`, 'no-barrel-file'],
  [
    'platform/src/base/cycle-a.ts',
    `export { b } from './cycle-b.ts'\nexport const a = 1`,
    'no-cycle',
  ],
  [
    'platform/src/base/cycle-b.ts',
    `import { a } from './cycle-a.ts'\nexport const b = a`,
    'no-cycle',
  ],
  ['platform/src/base/e5.ts', long(251), 'max-lines'],
  ['platform/src/base/e6.ts', `export const f = () => {\n${long(70)}\n}`, 'max-lines-per-function'],
  ['platform/src/base/NotKebab.ts', 'export const a = 1', 'filename-case'],
  ['platform/src/base/e7.ts', 'Promise.resolve()', 'no-floating-promises'],
  ['cli/src/e8.ts', 'export function f() {}', 'func-style'],
  [
    'platform/src/money/settlement/fees/g1.ts',
    'export const f = (sum: number) => sum * 0.19',
    '0.19 is a fraction',
  ],
  [
    'platform/src/money/settlement/fees/g2.ts',
    'export const f = (sum: number) => sum / 100',
    'can make a fraction',
  ],
  ['platform/src/money/settlement/fees/g3.ts', 'export let f = 5\nf /= 2', 'can make a fraction'],
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
  ['platform/src/base/database/database-server.ts', uses('@wasl/embedded-postgres')],
  [
    'platform/src/http/q4.ts',
    uses('../payments/x.ts', '../base/database/x.ts', './server/x.ts', 'fastify'),
  ],
  ['platform/src/http/partner/q15.ts', usesTypes('../../base/api-error.ts')],
  [
    'platform/src/payments/q5.ts',
    uses('@wasl/protocol', '../delivery/webhooks/x.ts', '../parties/partners/x.ts'),
  ],
  ['platform/src/payments/qr-codes/q14.ts', uses('../x.ts', '../../base/database/x.ts')],
  ['platform/src/run/q6.ts', uses('../base/x.ts', '../http/x.ts', './commands/x.ts')],
  ['platform/src/payments/q8.test.ts', uses('../http/x.ts')],
  ['platform/src/payments/payment-record.ts', usesTypes('./transition.ts') + uses('./payment.ts')],
  ['platform/src/base/outbound/special-address.ts', uses('node:net', '@wasl/protocol')],
  [
    'platform/src/http/pages/q13.ts',
    uses('../../payments/qr-codes/x.ts', '../../delivery/lookups/x.ts'),
  ],
  ['platform/src/base/config/config.ts', 'void process.env'],
  ['scripts/q9.ts', `console.log(process.env)`],
  ['platform/test/q10.test.ts', long(300)],
  ['platform/src/base/q11.ts', long(250)],
  [
    'platform/src/money/settlement/fees/q16.ts',
    'export const f = (sum: bigint, rate: bigint) => (sum * 150n + 5_000n) / (10_000n * rate)',
  ],
  [
    'platform/src/money/settlement/fees/q17.ts',
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
    for (const plugin of ['money.ts', 'rooms.ts']) {
      copyFileSync(join(ROOT, 'scripts/lint', plugin), join(folder, 'scripts/lint', plugin))
    }
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
