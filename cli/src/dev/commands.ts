/** The commands of a running `wasl dev`: the same at its prompt and from another terminal. */
import { Argument, Option, type Command } from 'commander'
import {
  CHANNEL_KINDS,
  EVENT_KINDS,
  isReference,
  type ChannelKind,
  type EventKind,
} from '@wasl/protocol'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { parseAmount } from '../amounts.ts'
import { usage } from '../problem.ts'
import { FAULTS, type Fault, type FaultKind } from './faults.ts'
import type { DevAnswer, DevRequest, Ending } from './requests.ts'
import { parseDuration } from './durations.ts'

/** @param given the options of the command and those above it. */
export type Execute = (request: DevRequest, given: { dataDir?: string }) => Promise<DevAnswer>

type EndingFlags = { cancel?: true; fail?: true; expire?: true; hold?: true }
type PayOptions = EndingFlags & { channel: ChannelKind; amount?: number }
type FaultOptions = { delay: number; times?: number; on?: Fault['on']; event?: EventKind }
type NewQrOptions = { label: string; amount?: number[]; singleUse?: true; expiresIn?: number }

export const addDevCommands = (parent: Command, context: Context, execute: Execute): void => {
  const answer = async (command: Command, request: DevRequest): Promise<void> => {
    const given = command.optsWithGlobals<{ dataDir?: string; json?: boolean }>()
    tell(context, await execute(request, given), given.json === true)
  }
  addPayments(parent, answer)
  addClock(parent, answer)
  addFault(parent, answer)
  addQr(parent, answer)
  withJson(parent.command('info').description('where everything is, the clock, the faults')).action(
    (_options: unknown, command: Command) => answer(command, { command: 'info' }),
  )
}

type Answer = (command: Command, request: DevRequest) => Promise<void>

const withJson = (command: Command): Command => command.option('--json', 'answer with JSON')

const tell = ({ terminal, exitWith }: Context, answer: DevAnswer, asJson: boolean): void => {
  if (asJson) terminal.json(answer.data)
  else for (const line of answer.lines) terminal.out(terminal.called(line))
  if (!answer.ok) exitWith(EXIT.no)
}

const withEndings = (command: Command): Command => {
  const endings = ['cancel', 'fail', 'expire', 'hold']
  const option = (name: string, description: string): Option =>
    new Option(`--${name}`, description).conflicts(endings.filter((other) => other !== name))
  return withJson(command)
    .addOption(
      new Option('--channel <kind>', 'who takes the money')
        .choices(CHANNEL_KINDS)
        .default('AGENCY'),
    )
    .addOption(option('cancel', 'the payer changes their mind: payment.fail, cancelled'))
    .addOption(option('fail', 'it goes wrong: payment.fail, failed'))
    .addOption(option('expire', 'move the clock past the lock: payment.fail, expired'))
    .addOption(option('hold', 'leave it locked'))
}

const endingOf = (flags: EndingFlags): Ending =>
  (['cancel', 'fail', 'expire', 'hold'] as const).find((name) => flags[name]) ?? 'confirm'

const reference = (): Argument =>
  new Argument('<reference>', 'what your server is asked for').argParser((value: string) => {
    if (isReference(value)) return value
    throw usage(
      `${JSON.stringify(value)} is no reference: 1 to 128 characters, no white space at either end.`,
    )
  })

const addPayments = (parent: Command, answer: Answer): void => {
  withEndings(parent.command('pay').description('look a reference up, lock it and pay it'))
    .addArgument(reference())
    .addHelpText('after', PAY_EXAMPLES)
    .action((value: string, options: PayOptions, command: Command) => {
      const { channel } = options
      return answer(command, {
        command: 'pay',
        reference: value,
        channel,
        ending: endingOf(options),
      })
    })
  for (const [name, description] of [
    ['refund', 'refund a paid reference, as an operator does'],
    ['redeliver', 'send all events of a reference again'],
  ] as const) {
    withJson(parent.command(name).description(description))
      .addArgument(reference())
      .action((value: string, _options: unknown, command: Command) =>
        answer(command, { command: name, reference: value }),
      )
  }
}

const PAY_EXAMPLES = `
Examples:
  $ wasl dev pay INV-1
  $ wasl dev pay INV-1 --channel DELIVERY --cancel
  $ wasl dev pay INV-1 --hold        # then: wasl dev clock +16m`

const addClock = (parent: Command, answer: Answer): void => {
  withJson(parent.command('clock').description("show or move the platform's clock"))
    .argument('[move]', '+16m, +1d, +1h30m, next or reset; nothing shows it')
    .addHelpText('after', CLOCK_HELP)
    .action((move: string | undefined, _options: unknown, command: Command) =>
      answer(command, { command: 'clock', move: moveOf(move) }),
    )
}

const moveOf = (move = 'read'): Extract<DevRequest, { command: 'clock' }>['move'] => {
  if (move === 'read' || move === 'next' || move === 'reset') return move
  const byMs = parseDuration(move.replace(/^\+/, ''))
  if (byMs !== null) return { byMs }
  throw usage(
    `${JSON.stringify(move)} is no move of the clock.`,
    'It goes ahead by a span such as +90s, +16m, +2h, +1d or +1h30m; or: next, reset.',
  )
}

const CLOCK_HELP = `
It goes on ticking from there. Lock releases, webhook retries and the expiry of QR codes follow it;
X-Timestamp does not, because your server compares it with its own clock.
  next    ahead to the next lock release, retry or expiry
  reset   back to the time of this machine; payments are forgotten, because time that
          went back would contradict them

Examples:
  $ wasl dev clock +16m      # a lock of 15 minutes is released
  $ wasl dev clock next      # the next retry`

const spanOption = (value: string): number => {
  const spanMs = parseDuration(value)
  if (spanMs !== null) return spanMs
  throw usage(`${JSON.stringify(value)} is no span of time, such as 500ms, 12s or 10m.`)
}

const timesOption = (value: string): number => {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value)
  throw usage(`--times: expected a whole number from 1, received ${JSON.stringify(value)}`)
}

const KINDS = Object.keys(FAULTS) as FaultKind[]

const addFault = (parent: Command, answer: Answer): void => {
  withJson(parent.command('fault').description('make the network between you and the platform bad'))
    .addArgument(new Argument('[kind]', 'which; nothing lists them').choices([...KINDS, 'off']))
    .addArgument(new Argument('[off]', '"off" takes this one off').choices(['off']))
    .addOption(
      new Option('--delay <span>', 'for slow: how late')
        .argParser(spanOption)
        .default(12_000, '12s'),
    )
    .option('--times <count>', 'how many requests it meets; all, unless given', timesOption)
    .addOption(new Option('--on <what>', 'which requests').choices(['webhooks', 'lookups', 'all']))
    .addOption(new Option('--event <event>', 'only webhooks with this event').choices(EVENT_KINDS))
    .addHelpText('after', FAULT_HELP)
    .action(
      (
        kind: FaultKind | 'off' | undefined,
        off: 'off' | undefined,
        options: FaultOptions,
        command: Command,
      ) => answer(command, { command: 'fault', change: changeOf(kind, off, options) }),
    )
}

const changeOf = (
  kind: FaultKind | 'off' | undefined,
  off: 'off' | undefined,
  { delay, times, on, event }: FaultOptions,
): Extract<DevRequest, { command: 'fault' }>['change'] => {
  if (kind === undefined) return 'list'
  if (kind === 'off') return { off: null }
  if (off === 'off') return { off: kind }
  if (on !== undefined && on !== 'webhooks' && kind !== 'slow' && kind !== 'down') {
    throw usage(`${kind} is about webhooks alone; --on ${on} goes with slow and down.`)
  }
  if (event !== undefined && (kind === 'reorder' || (on ?? 'webhooks') !== 'webhooks')) {
    throw usage(
      `--event goes with webhooks alone, and not with reorder: ${kind} --on ${on ?? 'webhooks'}.`,
    )
  }
  const usual = kind === 'down' && event === undefined ? 'all' : 'webhooks'
  const set = { kind, delayMs: delay, on: on ?? usual, event: event ?? null }
  return { set: { ...set, timesLeft: times ?? null } }
}

const FAULT_HELP = `
Kinds:
${KINDS.map((kind) => `  ${kind.padEnd(10)} ${FAULTS[kind]}`).join('\n')}
  off        all is well again

Examples:
  $ wasl dev fault lost-ack --event payment.success --times 1
  $ wasl dev fault slow --delay 12s --on all
  $ wasl dev fault off`

const amountOption = (value: string): number => parseAmount('--amount', value)

const amountsOption = (value: string, before: number[] = []): number[] => [
  ...before,
  amountOption(value),
]

const addQr = (parent: Command, answer: Answer): void => {
  const qr = parent.command('qr').description('make and pay static QR codes')
  withJson(qr.command('new').description('make a QR code'))
    .option('--label <text>', 'what is printed on it', 'Made by wasl dev')
    .option('--amount <dinars>', 'an amount to pay; repeat it for a choice', amountsOption)
    .option('--single-use', 'one payment, then none')
    .option('--expires-in <span>', 'the amounts end after this, such as 10m', spanOption)
    .addHelpText('after', QR_EXAMPLES)
    .action((options: NewQrOptions, command: Command) => {
      const { label, amount = [], singleUse = false, expiresIn = null } = options
      if (amount.length === 0 && (singleUse || expiresIn !== null)) {
        throw usage('--single-use and --expires-in are about amounts: give at least one --amount.')
      }
      return answer(command, {
        command: 'qr new',
        label,
        amounts: amount,
        singleUse,
        expiresInMs: expiresIn,
      })
    })
  withEndings(qr.command('pay').description('scan a QR code and pay it'))
    .argument('<token>', 'of the QR code')
    .option('--amount <dinars>', 'which amount; not needed where there is just one', amountOption)
    .action((token: string, options: PayOptions, command: Command) => {
      const { channel, amount = null } = options
      const ending = endingOf(options)
      return answer(command, { command: 'qr pay', token, amount, channel, ending })
    })
}

const QR_EXAMPLES = `
Examples:
  $ wasl dev qr new --amount 500
  $ wasl dev qr new --amount 500 --amount 1000 --expires-in 10m`
