/** The commands of a running `wasl dev`, at its prompt and from another terminal. */
import { Argument, Option, type Command } from 'commander'
import { CHANNEL_KINDS, isReference, type ChannelKind } from '@wasl/protocol'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { parseAmount } from '../amounts.ts'
import { usage } from '../problem.ts'
import { durationOption, withJson, type Answer } from './command-parts.ts'
import { addFault } from './fault-command.ts'
import type { DevAnswer, DevRequest, Ending } from './requests.ts'
import { parseDuration } from './durations.ts'

/** @param given the options of the command and those above it. */
export type Execute = (request: DevRequest, given: { dataDir?: string }) => Promise<DevAnswer>

type EndingFlags = { cancel?: true; fail?: true; expire?: true; hold?: true }
type PayOptions = EndingFlags & { channel: ChannelKind; amount?: number }
type NewQrOptions = { label: string; amount?: number[]; singleUse?: true; expiresIn?: number }

export const addDevCommands = (parent: Command, context: Context, execute: Execute): void => {
  const answer = async (command: Command, request: DevRequest): Promise<void> => {
    const given = command.optsWithGlobals<{ dataDir?: string; json?: boolean }>()
    tell(context, await execute(request, given), given.json === true)
  }
  addPayments(parent, answer)
  addClock(parent, answer)
  addReset(parent, answer)
  addFault(parent, answer)
  addQr(parent, answer)
  withJson(parent.command('info').description('show the URLs, the clock and the faults')).action(
    (_options: unknown, command: Command) => answer(command, { command: 'info' }),
  )
}

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
      new Option('--channel <kind>', 'the kind of channel')
        .choices(CHANNEL_KINDS)
        .default('AGENCY'),
    )
    .addOption(option('cancel', 'cancel the payment: payment.fail, cancelled'))
    .addOption(option('fail', 'let the payment fail: payment.fail, failed'))
    .addOption(option('expire', 'move the clock past the lock: payment.fail, expired'))
    .addOption(option('hold', 'leave the reference locked'))
}

const endingOf = (flags: EndingFlags): Ending =>
  (['cancel', 'fail', 'expire', 'hold'] as const).find((name) => flags[name]) ?? 'confirm'

const reference = (): Argument =>
  new Argument('<reference>', 'that your server knows').argParser((value: string) => {
    if (isReference(value)) return value
    throw usage(
      `${JSON.stringify(value)} is not a reference: 1 to 128 characters, no white space at either end.`,
    )
  })

const addPayments = (parent: Command, answer: Answer): void => {
  withEndings(parent.command('pay').description('look up, lock and pay a reference'))
    .addArgument(reference())
    .option('--amount <dinars>', 'the price that your server must answer', amountOption)
    .addHelpText('after', PAY_EXAMPLES)
    .action((value: string, options: PayOptions, command: Command) => {
      const { channel, amount = null } = options
      return answer(command, {
        command: 'pay',
        reference: value,
        amount,
        channel,
        ending: endingOf(options),
      })
    })
  withJson(parent.command('refund').description('refund a paid reference, as an operator does'))
    .addArgument(reference())
    .option('--amount <dinars>', 'a part of it; by default all that is left', amountOption)
    .action((value: string, { amount }: { amount?: number }, command: Command) =>
      answer(command, { command: 'refund', reference: value, amount: amount ?? null }),
    )
  withJson(
    parent.command('deliveries').description('show the webhooks of a reference, and each attempt'),
  )
    .addArgument(reference())
    .action((value: string, _options: unknown, command: Command) =>
      answer(command, { command: 'deliveries', reference: value }),
    )
  withJson(parent.command('redeliver').description('send all events of a reference again'))
    .addArgument(reference())
    .action((value: string, _options: unknown, command: Command) =>
      answer(command, { command: 'redeliver', reference: value }),
    )
}

const PAY_EXAMPLES = `
Examples:
  $ wasl dev pay INV-1
  $ wasl dev pay INV-1 --channel DELIVERY --cancel
  $ wasl dev pay INV-1 --hold        # then: wasl dev clock +16m
  $ wasl dev pay INV-1 --amount 599.80   # refused at another price, such as one in centimes`

const addClock = (parent: Command, answer: Answer): void => {
  withJson(parent.command('clock').description("show or move the platform's clock"))
    .argument('[move]', '+16m, +1d, +1h30m, next or reset; without it, the clock is shown')
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
    `${JSON.stringify(move)} is not a move of the clock.`,
    'Give a duration such as +90s, +16m, +2h, +1d or +1h30m, or: next, reset.',
  )
}

const addReset = (parent: Command, answer: Answer): void => {
  withJson(
    parent.command('reset').description('delete all payments and events, and end all faults'),
  )
    .addHelpText('after', RESET_HELP)
    .action((_options: unknown, command: Command) => answer(command, { command: 'reset' }))
}

const RESET_HELP = `
The clock returns to the time of this machine. The keys, the secrets and the QR codes stay. Your
own server keeps what it stored: empty it too. For new keys and secrets, stop wasl dev and remove
the folder of its data.`

const CLOCK_HELP = `
The clock keeps ticking. Locks, webhook retries and the expiry of QR codes follow it; X-Timestamp
does not, because your server compares it with its own clock.
  next    move to the next release of a lock, retry or expiry
  reset   return to the time of this machine; this deletes all payments, because they would
          lie in the future

Examples:
  $ wasl dev clock +16m      # a lock of 15 minutes is released
  $ wasl dev clock next      # the next retry`

const amountOption = (value: string): number => parseAmount('--amount', value)

const amountsOption = (value: string, before: number[] = []): number[] => [
  ...before,
  amountOption(value),
]

const addQr = (parent: Command, answer: Answer): void => {
  const qr = parent.command('qr').description('make and pay static QR codes')
  withJson(qr.command('new').description('make a QR code'))
    .option('--label <text>', 'the text on it', 'Made by wasl dev')
    .option('--amount <dinars>', 'an amount; repeat it to give the payer a choice', amountsOption)
    .option('--single-use', 'the amounts end with one payment')
    .option(
      '--expires-in <duration>',
      'after how long the amounts expire, such as 10m',
      durationOption,
    )
    .addHelpText('after', QR_EXAMPLES)
    .action((options: NewQrOptions, command: Command) => {
      const { label, amount = [], singleUse = false, expiresIn = null } = options
      if (amount.length === 0 && (singleUse || expiresIn !== null)) {
        throw usage('--single-use and --expires-in need at least one --amount.')
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
    .argument('<token>', 'the token of the QR code')
    .option(
      '--amount <dinars>',
      'the amount that the payer picks; not needed if there is only one',
      amountOption,
    )
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
