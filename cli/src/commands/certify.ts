import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { CertifyOptions, Progress, References, Report, TextOptions } from '@wasl/conformance'
import { parseAmount } from '../amounts.ts'
import type { Context } from '../context.ts'
import { knownMistakes } from '../known-mistakes.ts'
import { EXIT } from '../exit-codes.ts'
import { usage } from '../problem.ts'
import { collect, readSecrets, withSecret, type SecretOptions } from '../secret-source.ts'
import { findEndpoints } from '../targets.ts'
import { certifyProblem } from './certify-problem.ts'

type Options = SecretOptions & {
  webhookUrl?: string
  reference?: string[]
  only?: string[]
  skip?: string[]
  partial?: true
  timeout?: string
  amount?: number
  verbose?: true
  json?: true
  junit?: string
  html?: string
  list?: true
}

export const addCertify = (program: Command, context: Context): void => {
  const command = program
    .command('certify')
    .description('call your two endpoints as the platform does, and check their answers')
    .argument('[api-url]', 'your API URL; default: API_URL')
    .option('--webhook-url <url>', 'default: {api-url}/webhooks/platform')
    .option(
      '--reference <kind=reference>',
      'one of your references of this kind; may be repeated',
      collect,
    )
    .option(
      '--amount <dinars>',
      'the price of the payable reference, which its lookup must answer',
      (value: string) => parseAmount('--amount', value),
    )
  withSecret(withSecret(command, 'API_SECRET'), 'HMAC_SECRET')
    .option('--only <check>', 'a check or a group of checks; may be repeated', collect)
    .option('--skip <check>', 'a check or a group of checks; may be repeated', collect)
    .option('--partial', 'exit with 0 when nothing failed, although checks were left out')
    .option('--timeout <seconds>', 'for one answer; default: 5 for lookups, 10 for webhooks')
    .option('--verbose', 'show requests and answers of passed checks too')
    .option('--json', 'the report as JSON')
    .option('--junit <file>', 'write the report for a CI system')
    .option('--html <file>', 'write the report as an HTML page')
    .option('--list', 'list the checks and exit')
    .addHelpText('after', HELP)
    .action((apiUrl: string | undefined, options: Options) =>
      options.list ? listChecks(context, options) : run(context, apiUrl, options),
    )
}

const KINDS = ['payable', 'paid', 'unknown', 'unavailable', 'pay', 'odd', 'qr'] as const

const HELP = `
Kinds of references (a check whose reference is not given is skipped):
  payable       can be paid, and is not paid by the checks
  paid          was paid: 409
  unavailable   cannot be served at the moment: 503
  odd           can be paid, with Arabic letters, spaces or slashes; may be repeated
  pay           can be paid, and WILL BE PAID, for good
                give three: for the story of a payment, for a payment with its events in
                the usual order, and for a payment of a wrong amount
  qr            the token of one of your static QR codes: A SALE WILL BE RECORDED, for good;
                without it, the checks of QR codes are left out
  unknown       does not exist: 404; made up by default

Examples:
  $ wasl certify http://localhost:3000/pay --reference payable=INV-1 --reference paid=INV-2
  $ wasl certify https://shop.example/pay --only signature --partial --html report.html

Exit codes:
  0  certified: every check that a certificate needs has passed
  1  at least one check failed
  2  the command line is wrong, or a secret is missing
  3  nothing answered at your endpoints
  4  nothing failed, but checks were left out or skipped: no certificate; 0 with --partial`

/** Loaded only here, because it is large. */
const loadConformance = () => import('@wasl/conformance')

const run = async (
  context: Context,
  given: string | undefined,
  options: Options,
): Promise<void> => {
  const { certify, optionsProblem, toHtml, toJson, toJunit, toText } = await loadConformance()
  const { terminal, signal } = context
  const endpoints = findEndpoints(context, { apiUrl: given, webhookUrl: options.webhookUrl })
  if (endpoints === null)
    throw usage('Where is your server?', 'wasl certify http://localhost:3000/pay')
  const references = referencesOf(options.reference ?? [])
  const timeoutMs = timeoutOf(options.timeout)
  const progress = createProgress(context)
  const asked: CertifyOptions = {
    apiUrl: endpoints.apiUrl,
    webhookUrl: endpoints.webhookUrl ?? undefined,
    apiSecret: await readSecrets(context, 'API_SECRET', options),
    hmacSecret: await readSecrets(context, 'HMAC_SECRET', options),
    references,
    amount: options.amount,
    timeoutMs,
    only: options.only,
    skip: options.skip,
    onCheck: progress.show,
    signatureMistakes: await knownMistakes(),
    signal,
  }
  const problem = optionsProblem(asked)
  if (problem !== null) throw certifyProblem(problem, endpoints.apiUrl)
  context.stopGracefully()
  const report = await certify(asked)
  progress.clear()
  for (const [path, write] of [
    [options.junit, toJunit],
    [options.html, toHtml],
  ] as const) {
    if (path !== undefined) writeReport(path, write(report))
  }
  if (options.json) terminal.out(toJson(report).trimEnd())
  else terminal.out(toText(report, textOptions(context, options)).trimEnd())
  context.exitWith(signal.aborted ? EXIT.interrupted : exitCodeOf(report, options))
}

const textOptions = ({ terminal }: Context, { verbose }: Options): TextOptions => ({
  color: terminal.paint.isColorSupported,
  width: Math.min(terminal.stdout.columns ?? WIDTH_MAX, WIDTH_MAX),
  verbose,
})

/** Longer lines are hard to read. */
const WIDTH_MAX = 100

const exitCodeOf = ({ checks, summary }: Report, { partial }: Options) => {
  if (summary.conforms) return EXIT.ok
  if (summary.failed === 0)
    return partial === true && summary.passed > 0 ? EXIT.ok : EXIT.incomplete
  const answered = checks.some(({ received }) => received?.kind === 'response')
  return answered ? EXIT.no : EXIT.unreachable
}

const writeReport = (path: string, contents: string): void => {
  try {
    writeFileSync(path, contents)
  } catch (error) {
    throw usage(`The report could not be written: ${(error as Error).message}`)
  }
}

const referencesOf = (given: readonly string[]): References => {
  const references: References & { odd?: string[]; pay?: string[] } = {}
  for (const text of given) {
    const [, kind, reference] = /^([^=]+)=(.+)$/s.exec(text) ?? []
    const known = KINDS.find((name) => name === kind)
    if (known === undefined || reference === undefined) {
      throw usage(
        `--reference: expected kind=reference, received ${JSON.stringify(text)}`,
        `Kinds are ${KINDS.join(', ')}; for example --reference payable=INV-1`,
      )
    }
    if (known === 'odd' || known === 'pay') {
      references[known] = collect(reference, references[known])
    } else if (references[known] === undefined) references[known] = reference
    else throw usage(`--reference: ${known} was given twice`, 'Only odd and pay may be repeated.')
  }
  return references
}

const timeoutOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (/^\d{1,3}(?:\.\d)?$/.test(text) && Number(text) > 0) return Number(text) * 1000
  throw usage(`--timeout: expected seconds, received ${JSON.stringify(text)}`)
}

/** A line that changes, on a terminal only: elsewhere the report is enough. */
const createProgress = ({ terminal }: Context) => {
  const { stderr, hint } = terminal
  const isLive = stderr.isTTY === true
  return {
    show({ kind, done, total, ...rest }: Progress): void {
      if (!isLive || kind !== 'started' || !('check' in rest)) return
      const width = (stderr.columns ?? 80) - 12
      stderr.write(
        `\r\u001b[K${hint.dim(`${done + 1}/${total}`)} ${rest.check.title.slice(0, width)}`,
      )
    },
    clear(): void {
      if (isLive) stderr.write('\r\u001b[K')
    },
  }
}

const listChecks = async ({ terminal }: Context, { json }: Options): Promise<void> => {
  const { CHECKS } = await loadConformance()
  if (json) return terminal.json(CHECKS)
  let group = ''
  for (const check of CHECKS) {
    if (check.group !== group) terminal.out(terminal.paint.bold(check.group))
    group = check.group
    terminal.out(`  ${check.id.padEnd(36)} ${check.title}`)
  }
}
