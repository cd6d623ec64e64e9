import { Argument, Option, type Command } from 'commander'
import { EVENT_KINDS, type EventKind } from '@wasl/protocol'
import { usage } from '../problem.ts'
import { durationOption, withJson, type Answer } from './command-parts.ts'
import { FAULTS, type Fault, type FaultKind } from './faults.ts'
import type { DevRequest } from './requests.ts'

type FaultOptions = { delay: number; times?: number; on?: Fault['on']; event?: EventKind }

const KINDS = Object.keys(FAULTS) as FaultKind[]

export const addFault = (parent: Command, answer: Answer): void => {
  withJson(
    parent.command('fault').description('simulate faults between the platform and your server'),
  )
    .addArgument(
      new Argument('[kind]', 'the kind of fault; without it, all are listed').choices([
        ...KINDS,
        'off',
      ]),
    )
    .addArgument(new Argument('[off]', '"off" removes this fault').choices(['off']))
    .addOption(
      new Option('--delay <duration>', 'for slow: how late')
        .argParser(durationOption)
        .default(12_000, '12s'),
    )
    .option('--times <count>', 'how many requests it affects; default: all', timesOption)
    .addOption(
      new Option('--on <what>', 'the requests that it affects').choices([
        'webhooks',
        'lookups',
        'all',
      ]),
    )
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
    throw usage(`${kind} affects only webhooks; --on ${on} is for slow and down.`)
  }
  if (event !== undefined && (kind === 'reorder' || (on ?? 'webhooks') !== 'webhooks')) {
    throw usage(`--event is for webhooks, and not for reorder: ${kind} --on ${on ?? 'webhooks'}.`)
  }
  const usual = kind === 'down' && event === undefined ? 'all' : 'webhooks'
  const set = { kind, delayMs: delay, on: on ?? usual, event: event ?? null }
  return { set: { ...set, timesLeft: times ?? null } }
}

const FAULT_HELP = `
Kinds:
${KINDS.map((kind) => `  ${kind.padEnd(10)} ${FAULTS[kind]}`).join('\n')}
  off        no fault

Examples:
  $ wasl dev fault lost-ack --event payment.success --times 1
  $ wasl dev fault slow --delay 12s --on all
  $ wasl dev fault off`

const timesOption = (value: string): number => {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value)
  throw usage(`--times: expected a whole number from 1, received ${JSON.stringify(value)}`)
}
