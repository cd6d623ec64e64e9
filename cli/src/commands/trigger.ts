import { randomUUID } from 'node:crypto'
import { Argument, type Command } from 'commander'
import type { OutboundResult, Send } from '@wasl/platform'
import { EVENT_KINDS, isReference, sign, unixSeconds, type EventKind } from '@wasl/protocol'
import type { Context } from '../context.ts'
import { webhookRemedy } from '../dev/remedies.ts'
import { EXIT, EXIT_HELP } from '../exit-codes.ts'
import { usage } from '../problem.ts'
import {
  collect,
  readSecrets,
  secretsIn,
  withSecret,
  type SecretOptions,
} from '../secret-source.ts'
import { readWebhookTarget } from '../targets.ts'
import { buildEvent, eventKindOf, MADE_UP_AMOUNT } from '../trigger/build-event.ts'
import { lookUpAmount, type AmountLookup } from '../trigger/look-up-amount.ts'

type TriggerOptions = SecretOptions & {
  reference: string
  paymentId?: string
  set?: string[]
  apiUrl?: string
  webhookUrl?: string
  times: number
  allowInvalid?: true
  dryRun?: true
  json?: true
}

export const addTrigger = (program: Command, context: Context): void => {
  const command = program
    .command('trigger')
    .description('send one signed event to your server, and check its answer as the platform does')
    .addArgument(new Argument('<event>', EVENT_KINDS.join(', ')).argParser(eventKindOf))
    .requiredOption('--reference <reference>', 'the reference in the event')
    .option('--payment-id <id>', 'of the payment; default: a new one')
    .option('--set <name=value>', 'a field of data; may be repeated', collect)
    .option('--webhook-url <url>', 'where to send it; default: WEBHOOK_URL')
    .option('--api-url <url>', 'send it to {url}/webhooks/platform; default: API_URL')
  withSecret(withSecret(command, 'API_SECRET'), 'HMAC_SECRET')
    .option(
      '--times <count>',
      'send the same event this many times, as redeliveries do',
      timesOption,
      1,
    )
    .option('--allow-invalid', 'send an event that the platform would never send')
    .option('--dry-run', 'print the request without the API secret, and send nothing')
    .option('--json', 'answer with JSON')
    .addHelpText('after', `${EXAMPLES}\n${EXIT_HELP}`)
    .action((event: EventKind, options: TriggerOptions) => trigger(context, event, options))
}

const EXAMPLES = `
The amount comes from a lookup of the reference on your server, unless --set gives it.

Examples:
  $ wasl trigger payment.success --reference INV-1 --set channel=DELIVERY
  $ wasl trigger payment.success --reference INV-1 --set amount=1   # a wrong amount
  $ wasl trigger payment.fail --reference INV-1 --set reason=expired
  $ wasl trigger payment.success --reference INV-1 --payment-id p-1 --times 2   # a duplicate`

const timesOption = (value: string): number => {
  if (/^[1-9]\d?$/.test(value)) return Number(value)
  throw usage(`--times: expected a number from 1 to 99, received ${JSON.stringify(value)}`)
}

const trigger = async (
  context: Context,
  event: EventKind,
  options: TriggerOptions,
): Promise<void> => {
  if (!isReference(options.reference)) {
    throw usage('--reference: expected 1 to 128 characters without white space at either end.')
  }
  const { webhookUrl, apiUrl } = readWebhookTarget(context, options)
  const build = (amount: number): Buffer => bodyOf(event, options, amount)
  // Checks the options before anything is sent.
  const assumed = build(MADE_UP_AMOUNT)
  const eventId = randomUUID()
  const [hmacSecret] = await readSecrets(context, 'HMAC_SECRET', options)
  if (options.dryRun) {
    if (!setsAmount(options)) tellMadeUp(context, 'is not called in a dry run')
    return showRequest(context, webhookUrl, assumed, headersOf(assumed, eventId, hmacSecret))
  }
  const [apiSecret] = await readSecrets(context, 'API_SECRET', options)
  const { createOutbound } = await import('@wasl/platform')
  const outbound = createOutbound({ allowPrivateTargets: true })
  try {
    const { reference } = options
    const amount = setsAmount(options)
      ? MADE_UP_AMOUNT
      : await amountOf(
          context,
          outbound.send,
          apiUrl === null ? null : { apiUrl, reference, apiSecret },
        )
    const secrets = { apiSecret, hmacSecret }
    await sendAll(context, outbound.send, options, {
      webhookUrl,
      body: build(amount),
      eventId,
      ...secrets,
    })
  } finally {
    await outbound.close()
  }
}

type SignedEvent = {
  webhookUrl: string
  body: Buffer
  eventId: string
  apiSecret: string
  hmacSecret: string
}

const sendAll = async (
  context: Context,
  send: Send,
  { times, json }: TriggerOptions,
  { webhookUrl: url, body, eventId, apiSecret, hmacSecret }: SignedEvent,
): Promise<void> => {
  const { ATTEMPT_TIMEOUT_MS } = await import('@wasl/platform')
  for (let count = 1; count <= times; count += 1) {
    const headers = headersOf(body, eventId, hmacSecret)
    context.terminal.say(context.terminal.hint.dim(`POST ${url}`))
    const result = await send({
      method: 'POST',
      url,
      headers: { ...headers, authorization: `Bearer ${apiSecret}` },
      body,
      timeoutMs: ATTEMPT_TIMEOUT_MS,
      maxBytes: 64 * 1024,
      partner: 1,
    })
    await tellResult(context, { url, body, result, apiSecret, asJson: json === true })
  }
}

const bodyOf = (
  event: EventKind,
  { reference, paymentId, set = [], allowInvalid }: TriggerOptions,
  amount: number,
): Buffer => {
  const now = new Date()
  const allowed = { allowInvalid: allowInvalid === true, now }
  const wanted = { event, reference, paymentId, amount, set, ...allowed }
  return Buffer.from(JSON.stringify(buildEvent(wanted)))
}

/** The reference of a QR payment cannot be looked up. */
const setsAmount = ({ set = [] }: TriggerOptions): boolean =>
  set.some((field) => /^(?:amount|qrCodeToken)=/.test(field))

/** The amount from the partner's own server, so that it can accept the event. */
const amountOf = async (
  context: Context,
  send: Send,
  lookup: AmountLookup | null,
): Promise<number> => {
  if (lookup === null) {
    tellMadeUp(context, 'cannot be called, because the API URL is not known')
    return MADE_UP_AMOUNT
  }
  const found = await lookUpAmount(send, lookup)
  if (found.amount === null) {
    tellMadeUp(context, found.problem)
    return MADE_UP_AMOUNT
  }
  const { hint, say } = context.terminal
  say(hint.dim(`The amount is ${found.amount}, from your server's lookup.`))
  return found.amount
}

const tellMadeUp = ({ terminal }: Context, why: string): void =>
  terminal.say(
    `The amount, ${MADE_UP_AMOUNT}, is made up: your server ${why}. Give the right one with --set amount=…`,
  )

/** All headers but Authorization, which holds a secret. */
const headersOf = (body: Buffer, eventId: string, hmacSecret: string): Record<string, string> => {
  const timestamp = String(unixSeconds(new Date()))
  return {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': sign(body, timestamp, hmacSecret),
    'x-event-id': eventId,
  }
}

/** Prints the request as a shell command, with the API secret as a variable. */
const showRequest = (
  { environment, terminal }: Context,
  url: string,
  body: Buffer,
  headers: Record<string, string>,
): void => {
  // During a rotation the variable holds two secrets, and the first one is sent.
  const isChanging = secretsIn(environment['API_SECRET'] ?? '').length > 1
  const first = isChanging ? '${API_SECRET%%,*}' : '$API_SECRET'
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = Object.entries(headers).map(
    ([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`,
  )
  terminal.out(
    [
      `curl -i ${quoted(url)}`,
      `  -H "authorization: Bearer ${first}"`,
      ...lines,
      `  --data-binary ${quoted(body.toString())}`,
    ].join(' \\\n'),
  )
}

type TestResult = {
  url: string
  body: Buffer
  result: OutboundResult
  apiSecret: string
  asJson: boolean
}

const tellResult = async (
  context: Context,
  { url, body, result, apiSecret, asJson }: TestResult,
): Promise<void> => {
  const { judge, withoutSecret } = await import('@wasl/platform')
  const { terminal, exitWith } = context
  const { outcome, error } = judge(result, apiSecret)
  const status = result.ok ? result.status : null
  const durationMs = Math.round(result.durationMs)
  const isGood = outcome === 'acknowledged'
  if (!isGood) exitWith(result.ok ? EXIT.no : EXIT.unreachable)
  const answer = result.ok ? withoutSecret(result.body.toString('utf8'), apiSecret) : null
  if (asJson) {
    const sent: unknown = JSON.parse(body.toString())
    return terminal.json({ outcome, status, durationMs, error, answer, sent, url })
  }
  if (outcome === 'acknowledged') {
    terminal.out(`${terminal.paint.green('✓')} acknowledged in ${durationMs} ms`)
    return
  }
  terminal.out(`${terminal.paint.red('✗')} not acknowledged: ${error}`)
  if (answer) terminal.out(`  it answered: ${answer.slice(0, 500)}`)
  const why = { outcome, status, url, fault: null }
  terminal.say(`  ${webhookRemedy(why)}`)
}
