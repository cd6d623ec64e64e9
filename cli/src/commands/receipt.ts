import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { verifyReceipt, type ReceiptIssuer, type VerifiedReceipt } from '@wasl/partner-kit'
import type { Context } from '../context.ts'
import { EXIT, EXIT_HELP } from '../exit-codes.ts'
import { addHelp } from '../help.ts'
import { readInput } from '../input.ts'
import { usage } from '../problem.ts'
import { fetchPublishedKeys, KEYS_PATH } from '../published-keys.ts'
import { collect } from '../secret-source.ts'
import { columns } from '../terminal.ts'

type VerifyOptions = { issuer?: string[]; keys?: string[]; json?: true }

export const addReceipt = (program: Command, context: Context): void => {
  const receipt = program.command('receipt').description('check receipts')
  receipt
    .command('verify')
    .description('check the code of a receipt, and show what was paid')
    .argument('<code>', 'the text of its QR code, or a file with it; "-" is the standard input')
    .option(
      '--issuer <origin>',
      'a platform that you believe; its keys are fetched; default: WASL_URL; may be repeated',
      collect,
    )
    .option(
      '--keys <file>',
      'a copy of its /.well-known/wasl-keys, to check without the network; may be repeated',
      collect,
    )
    .option('--json', 'answer with JSON')
    .addHelpText('after', `${HELP}\n${EXIT_HELP}`)
    .action((code: string, options: VerifyOptions) => verify(context, code, options))
  addHelp(receipt, 'wasl receipt')
}

const HELP = `
A receipt proves what was paid then. It may have been refunded since.

Examples:
  $ wasl receipt verify 'https://pay.example.dz/r#0oRN…' --issuer https://pay.example.dz
  $ wasl receipt verify receipt.txt --keys wasl-keys.json`

const verify = async (context: Context, code: string, options: VerifyOptions): Promise<void> => {
  const { terminal } = context
  const text = await codeOf(context, code)
  const result = verifyReceipt({ code: text, issuers: await issuersOf(context, options) })
  if (!result.ok) context.exitWith(EXIT.no)
  if (options.json) return terminal.json(result)
  const { paint } = terminal
  if (!result.ok) {
    return terminal.out(`${paint.red('✗')} ${result.message} ${paint.dim(`[${result.reason}]`)}`)
  }
  terminal.out(`${paint.green('✓')} The receipt is valid. It may have been refunded since.`)
  for (const line of columns(rowsOf(result.receipt))) terminal.out(line)
}

const codeOf = async ({ terminal }: Context, code: string): Promise<string> => {
  const isFile = code === '-' || existsSync(code)
  return isFile ? (await readInput(terminal.stdin, code)).toString('utf8') : code
}

const issuersOf = async (
  { terminal, environment }: Context,
  { issuer = [], keys = [] }: VerifyOptions,
): Promise<ReceiptIssuer[]> => {
  const url = environment['WASL_URL']
  const isNamed = issuer.length > 0 || keys.length > 0
  const origins = isNamed || url === undefined ? issuer : [url]
  if (!isNamed && url === undefined) {
    throw usage(
      'Whose receipt is it? Name the platform that you believe.',
      'Give --issuer https://…, or --keys with a copy of its keys, or set WASL_URL.',
    )
  }
  const kept = await Promise.all(
    keys.map(async (file) => issuerIn((await readInput(terminal.stdin, file)).toString(), file)),
  )
  return [...kept, ...(await Promise.all(origins.map(fetchIssuer)))]
}

/** The keys of an origin, which must say themselves that they are of that origin. */
const fetchIssuer = async (given: string): Promise<ReceiptIssuer> => {
  const origin = originOf(given)
  const url = `${origin}${KEYS_PATH}`
  const issuer = issuerIn(await fetchPublishedKeys(url, '--issuer'), url)
  if (issuer.issuer === origin) return issuer
  throw usage(
    `${url} has the keys of ${issuer.issuer}, not of ${origin}.`,
    `Give --issuer ${issuer.issuer} if that is the platform that you believe.`,
  )
}

const originOf = (given: string): string => {
  const url = URL.parse(given)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin
  throw usage(`--issuer: expected an origin such as https://pay.example.dz, received ${given}`)
}

const issuerIn = (text: string, name: string): ReceiptIssuer => {
  try {
    const value = JSON.parse(text) as Partial<ReceiptIssuer>
    if (typeof value.issuer === 'string' && Array.isArray(value.keys)) return value as ReceiptIssuer
  } catch {
    // The same message.
  }
  throw usage(`${name} has no keys: expected the JSON of ${KEYS_PATH}.`)
}

const rowsOf = (receipt: VerifiedReceipt): [string, string][] => {
  const { reference, referenceSha256 } = receipt
  return [
    ['amount', `${receipt.amount.toFixed(2)} ${receipt.currency}`],
    ['partner', receipt.partnerName],
    reference === null ? ['SHA-256', String(referenceSha256)] : ['reference', reference],
    ['paid', receipt.paidAt],
    ['receipt', receipt.number],
    ['payment', receipt.paymentId],
    ['issuer', receipt.issuer],
  ]
}
