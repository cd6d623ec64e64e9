import type { Command } from 'commander'
import { unixSeconds, webhookUrlOf } from '@wasl/protocol'
import type { Context } from '../context.ts'
import { diagnose, type Diagnosis, type WebhookToCheck } from '../doctor/diagnose.ts'
import { headlineOf } from '../doctor/headline.ts'
import { EXIT, EXIT_HELP } from '../exit-codes.ts'
import { readInput } from '../input.ts'
import { usage } from '../problem.ts'
import { looksLikeRequest, parseHeaders, parseRequest, pathsOf } from '../read-request.ts'
import {
  findSecrets,
  collect,
  readSecrets,
  withSecret,
  type SecretOptions,
} from '../secret-source.ts'

type VerifyOptions = SecretOptions & {
  request?: string
  body?: string
  headers?: string
  header?: string[]
  timestamp?: string
  signature?: string
  computed?: string
  webhookUrl?: string
  at?: string
  clock: boolean
  json?: true
}

export const addVerify = (program: Command, context: Context): void => {
  const command = program
    .command('verify')
    .description('check a signature, and find out why it is wrong')
    .option('--request <file>', 'headers, an empty line, the body; "-" is the standard input')
    .option('--body <file>', 'the exact bytes of the body')
    .option('--headers <file>', 'the headers, as lines or as a JSON object')
    .option('-H, --header <header>', 'such as "X-Signature: …"; may be repeated', collect)
    .option('--timestamp <seconds>', 'the header X-Timestamp')
    .option('--signature <signature>', 'the header X-Signature')
    .option('--computed <signature>', 'the signature that your own code computed, to compare')
  withSecret(withSecret(command, 'HMAC_SECRET'), 'API_SECRET')
    .option('--webhook-url <url>', 'where it arrived, for schemes that sign the URL too')
    .option('--at <time>', 'check its age at this time (Unix seconds or ISO 8601), not now')
    .option('--no-clock', 'do not check its age')
    .option('--json', 'answer with JSON')
    .addHelpText('after', `${HELP}\n${EXIT_HELP}`)
    .action((options: VerifyOptions) => verify(context, options))
}

const HELP = `
Without a file, a request or a body is read from the standard input. If the API secret is known
(API_SECRET), it also finds out whether the two secrets are mixed up.

Examples:
  $ wasl verify --request webhook.txt
  $ wasl verify --body body.json --timestamp 1795000000 --signature 9c0f…
  $ wasl verify --body body.json --headers headers.json --computed "$mine"`

const verify = async (context: Context, options: VerifyOptions): Promise<void> => {
  refuseTwoInputs(options)
  const { body, headers, target } = await readWebhook(context, options)
  if (body.length === 0 && headers['x-signature'] === undefined && options.computed === undefined) {
    throw usage(
      'There is nothing to verify: no body, and no signature.',
      'Give a whole request: wasl verify --request webhook.txt (headers, an empty line, the body)',
      'or its parts: wasl verify --body body.json --timestamp 1795000000 --signature 9c0f…',
    )
  }
  const hmacSecrets = await readSecrets(context, 'HMAC_SECRET', options)
  const apiSecrets = await findSecrets(context, 'API_SECRET', options)
  const webhook: WebhookToCheck = {
    body,
    timestamp: headers['x-timestamp'] ?? '',
    signature: headers['x-signature'] ?? '',
    eventId: headers['x-event-id'],
    paths: pathsFor(context, options.webhookUrl ?? target, headers['host']),
    hmacSecrets,
    apiSecrets,
    nowSeconds: momentOf(options),
  }
  context.terminal.say(context.terminal.hint.dim(`${body.length} bytes of body`))
  const hasSignature = webhook.signature !== '' || options.computed === undefined
  const signature = hasSignature ? diagnose(webhook) : null
  const computed =
    options.computed === undefined
      ? null
      : diagnose({ ...webhook, signature: options.computed, nowSeconds: null })
  if (signature?.isValid === false || computed?.isValid === false) context.exitWith(EXIT.no)
  if (options.json) {
    return context.terminal.json({ ...signature, ...(computed && { computed }) })
  }
  if (signature) tell(context, 'The signature', signature)
  if (computed) tell(context, 'What your code computed', computed)
  if (signature?.isValid && computed === null) {
    context.terminal.say(
      'If your code refuses it, give --computed with what your code computes, to find its mistake.',
    )
  }
}

const refuseTwoInputs = ({
  request,
  body,
  headers,
  hmacSecretFile = [],
  apiSecretFile = [],
}: VerifyOptions) => {
  const files = [request, body, headers, ...hmacSecretFile, ...apiSecretFile]
  const fromInput = files.filter((file) => file === '-').length
  const isImplied = request === undefined && body === undefined
  if (fromInput + (isImplied ? 1 : 0) > 1) {
    throw usage('Only one input can be the standard input.')
  }
  if (request !== undefined && body !== undefined) {
    throw usage(
      '--request contains the body: leave --body out, or give --headers in place of --request.',
    )
  }
}

/** Where the webhook arrived: from its own request line, or from the environment. */
const pathsFor = (
  { environment }: Context,
  target: string | null,
  host: string | undefined,
): string[] | undefined => {
  const { WEBHOOK_URL: webhookUrl, API_URL: apiUrl } = environment
  const known = target ?? webhookUrl ?? (apiUrl === undefined ? null : webhookUrlOf(apiUrl))
  return known === null ? undefined : pathsOf(known, host)
}

type Webhook = { body: Buffer; headers: Record<string, string>; target: string | null }

const readWebhook = async ({ terminal }: Context, options: VerifyOptions): Promise<Webhook> => {
  const { request, body, headers, header = [], timestamp, signature } = options
  const extra = {
    ...(headers !== undefined &&
      parseHeaders((await readInput(terminal.stdin, headers)).toString('latin1'))),
    ...parseHeaders(header.join('\n')),
    ...(timestamp !== undefined && { 'x-timestamp': timestamp }),
    ...(signature !== undefined && { 'x-signature': signature }),
  }
  if (request === undefined && body === undefined && terminal.isInteractive) {
    return askForWebhook(terminal.stderr, extra)
  }
  const bytes = await readInput(terminal.stdin, request ?? body ?? '-')
  if (body !== undefined || (request === undefined && !looksLikeRequest(bytes))) {
    return { body: bytes, headers: extra, target: null }
  }
  const pasted = parseRequest(bytes)
  if (pasted.body === null) {
    throw usage('There is no body: put an empty line and the body after the headers.')
  }
  return { ...pasted, body: pasted.body, headers: { ...pasted.headers, ...extra } }
}

const askForWebhook = async (
  output: NodeJS.WritableStream,
  known: Record<string, string>,
): Promise<Webhook> => {
  const { isCancel, text } = await import('@clack/prompts')
  const ask = async (message: string): Promise<string> => {
    const answer = await text({ message, output: output as NodeJS.WriteStream })
    if (isCancel(answer)) throw usage('Nothing was given to verify.')
    return answer ?? ''
  }
  const body = Buffer.from(await ask('The body, pasted as one line'))
  const timestamp = known['x-timestamp'] ?? (await ask('X-Timestamp'))
  const signature = known['x-signature'] ?? (await ask('X-Signature'))
  const headers = { ...known, 'x-timestamp': timestamp, 'x-signature': signature }
  return { body, headers, target: null }
}

const momentOf = ({ at, clock }: VerifyOptions): number | null => {
  if (!clock) return null
  if (at === undefined) return unixSeconds(new Date())
  const moment = /^\d{9,11}$/.test(at) ? Number(at) * 1000 : Date.parse(at)
  if (!Number.isNaN(moment)) return moment / 1000
  throw usage(
    `--at: expected Unix seconds or a time such as 2026-11-21T09:00:00Z, received ${JSON.stringify(at)}`,
  )
}

const tell = ({ terminal }: Context, name: string, diagnosis: Diagnosis): void => {
  const { out, paint } = terminal
  const { causes, notes } = diagnosis
  out(verdictOf(terminal, name, diagnosis))
  for (const { code, message, remedy } of [...causes, ...notes]) {
    out()
    out(`  ${paint.bold(message)} ${paint.dim(`[${code}]`)}`)
    out(`  ${paint.yellow('→')} ${remedy}`)
  }
}

/** The third case: the kit accepts it, but the platform would not write it so. */
const verdictOf = (
  { paint }: Context['terminal'],
  name: string,
  { isValid, causes, notes }: Diagnosis,
): string => {
  if (!isValid) return `${paint.red('✗')} ${headlineOf(name, causes)}`
  if (notes.length === 0) return `${paint.green('✓')} ${name} is right.`
  return `${paint.yellow('•')} ${name} is right, but not written as the platform writes it: some receivers refuse it.`
}
