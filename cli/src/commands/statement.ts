import { createReadStream } from 'node:fs'
import { verifyStatement, verifyStatementChain } from '@wasl/partner-kit'
import type { ManifestPayload } from '@wasl/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { EXIT, EXIT_HELP } from '../exit-codes.ts'
import { addHelp } from '../help.ts'
import { readInput } from '../input.ts'
import { usage } from '../problem.ts'
import { readPublishedKeys } from '../published-keys.ts'
import { columns } from '../terminal.ts'

import { addStatementCompare } from './statement-compare.ts'

type VerifyOptions = { manifest: string; previous?: string; keys?: string; json?: true }
type ChainOptions = { keys?: string; json?: true }

const KEYS =
  'the platform’s /.well-known/wasl-keys: a file or a URL; default: WASL_URL or the running wasl dev'

export const addStatement = (program: Command, context: Context): void => {
  const statement = program
    .command('statement')
    .description('check statements and their proof, and compare books')
  statement
    .command('verify')
    .description('check that a document is the one that the platform signed')
    .argument(
      '<file>',
      'the JSON or CSV document, as it was downloaded; "-" for the standard input',
    )
    .requiredOption('--manifest <file>', 'its manifest, as it was downloaded')
    .option('--previous <file>', 'your manifest before it: checks that none lies between')
    .option('--keys <source>', KEYS)
    .option('--json', 'answer with JSON')
    .addHelpText('after', `${VERIFY_EXAMPLES}\n${EXIT_HELP}`)
    .action((file: string, options: VerifyOptions) => verify(context, file, options))
  statement
    .command('chain')
    .description('check that no manifest is missing, exchanged or changed')
    .argument('<manifests...>', 'all your manifests, the oldest first')
    .option('--keys <source>', KEYS)
    .option('--json', 'answer with JSON')
    .addHelpText('after', `${CHAIN_EXAMPLE}\n${EXIT_HELP}`)
    .action((manifests: string[], options: ChainOptions) => verifyAll(context, manifests, options))
  addStatementCompare(statement, context)
  addHelp(statement, 'wasl statement')
}

const VERIFY_EXAMPLES = `
Examples:
  $ wasl statement verify statement.csv --manifest statement.jws
  $ wasl statement verify statement.json --manifest statement.jws --keys wasl-keys.json`

const CHAIN_EXAMPLE = `
Example:
  $ wasl statement chain manifests/*.jws --keys https://pay.example.dz`

const verify = async (
  context: Context,
  file: string,
  { manifest, previous, keys: source, json }: VerifyOptions,
): Promise<void> => {
  const { terminal } = context
  if ([file, manifest, previous].filter((name) => name === '-').length > 1) {
    throw usage('Only one input can be the standard input.')
  }
  const keys = await readPublishedKeys(context, source)
  const result = await verifyStatement({
    keys,
    manifest: await readInput(terminal.stdin, manifest),
    ...(previous !== undefined && { previous: await readInput(terminal.stdin, previous) }),
    file: bytesOf(context, file),
  })
  if (!result.ok) context.exitWith(EXIT.no)
  if (json) return terminal.json(result)
  if (!result.ok) return tellRefusal(context, result)
  const { paint } = terminal
  const kind = result.format === 'csv' ? 'CSV' : 'JSON'
  terminal.out(`${paint.green('✓')} This is the ${kind} document that the platform signed.`)
  tellManifest(context, result.manifest)
}

/** In pieces: a statement may have a million lines. */
const bytesOf = async function* ({ terminal }: Context, path: string): AsyncGenerator<Uint8Array> {
  const stream = path === '-' ? terminal.stdin : createReadStream(path)
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    throw usage(`${path} cannot be read: ${(error as Error).message}`)
  }
}

const verifyAll = async (
  context: Context,
  files: readonly string[],
  { keys: source, json }: ChainOptions,
): Promise<void> => {
  const { terminal } = context
  const keys = await readPublishedKeys(context, source)
  const manifests: Buffer[] = []
  for (const file of files) manifests.push(await readInput(terminal.stdin, file))
  const result = verifyStatementChain(manifests, keys)
  if (!result.ok) context.exitWith(EXIT.no)
  if (json) return terminal.json(result)
  if (!result.ok) return tellRefusal(context, result, files[result.index])
  const { paint } = terminal
  terminal.out(`${paint.green('✓')} ${files.length} manifests follow each other.`)
  const isWhole = result.manifests[0]?.previous === null
  if (!isWhole) terminal.out('  The first one has manifests before it.')
}

const tellRefusal = (
  { terminal: { out, paint } }: Context,
  { reason, message }: { reason: string; message: string },
  file?: string,
): void => {
  const where = file === undefined ? '' : `${file}: `
  out(`${paint.red('✗')} ${where}${message} ${paint.dim(`[${reason}]`)}`)
}

const tellManifest = ({ terminal }: Context, manifest: ManifestPayload): void => {
  const { number, partnerId, from, to, lines, net, currency, issuer, issuedAt } = manifest
  const rows: [string, string][] = [
    ['number', number],
    ['partner', partnerId],
    ['period', `${from} to ${to}`],
    ['lines', String(lines)],
    ['net', `${net.toFixed(2)} ${currency}`],
    ['issuer', issuer],
    ['signed', issuedAt],
  ]
  for (const line of columns(rows)) terminal.out(`  ${line}`)
}
