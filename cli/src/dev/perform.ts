import { FAULTS } from './faults.ts'
import { payQrCode, payReference, redeliverReference, refundReference } from './payments.ts'
import { newQrCode } from './qr.ts'
import type { DevAnswer, DevRequest } from './requests.ts'
import { columns } from '../terminal.ts'
import { spanText } from './spans.ts'
import type { Stage } from './stage.ts'

/**
 * Does what is asked of a running `wasl dev`.
 *
 * @throws Problem when the platform or the partner refuses it.
 */
export const perform = async (stage: Stage, request: DevRequest): Promise<DevAnswer> => {
  switch (request.command) {
    case 'info':
      return tellInfo(stage)
    case 'pay':
      return payReference(stage, request)
    case 'refund':
      return refundReference(stage, request.reference)
    case 'redeliver':
      return redeliverReference(stage, request.reference)
    case 'clock':
      return moveClock(stage, request.move)
    case 'fault':
      return changeFaults(stage, request.change)
    case 'qr new':
      return newQrCode(stage, request)
    default:
      return payQrCode(stage, request)
  }
}

const tellInfo = async ({ platformUrl, apiUrl, webhookUrl, cast, clock, faults }: Stage) => {
  const time = await clock.read()
  const active = faults.list().map(({ kind }) => kind)
  const { partnerId } = cast.partner
  return {
    ok: true,
    lines: [
      `platform     ${platformUrl}`,
      `your API     ${apiUrl}`,
      `your webhook ${webhookUrl}`,
      `partner      ${partnerId}`,
      `clock        ${clockText(time)}`,
      `faults       ${active.join(', ') || 'none'}`,
    ],
    data: {
      platformUrl,
      apiUrl,
      webhookUrl,
      partnerId,
      now: time.now,
      aheadMs: time.aheadMs,
      faults: faults.list(),
    },
  }
}

export const clockText = ({ now, aheadMs }: { now: Date; aheadMs: number }): string =>
  `${now.toISOString()}, ${aheadMs < 1 ? 'the time of this machine' : `${spanText(aheadMs)} ahead`}`

type Move = Extract<DevRequest, { command: 'clock' }>['move']

const moveClock = async ({ clock, feed }: Stage, move: Move): Promise<DevAnswer> => {
  if (move === 'read') return tellClock(clock, await nextLines(clock))
  if (move === 'reset') {
    const { forgotten } = await clock.reset()
    feed.tell({ kind: 'clock', ok: null, text: 'back to the time of this machine' })
    const lines = [`back to the time of this machine; ${forgotten} payments were forgotten`]
    return { ok: true, lines, data: { ...(await clock.read()), forgotten } }
  }
  if (move === 'next') {
    const next = await clock.next()
    if (!next) return tellClock(clock, ['nothing waits: no lock, no retry, no expiry'])
    const { now } = await clock.read()
    return advance({ clock, feed }, next.at.getTime() - now.getTime() + 1, next.what)
  }
  return advance({ clock, feed }, move.byMs, null)
}

type Clocked = Pick<Stage, 'clock' | 'feed'>

const advance = async ({ clock, feed }: Clocked, byMs: number, what: string | null) => {
  const moved = `${spanText(byMs)} later${what === null ? '' : `: ${what}`}`
  feed.tell({ kind: 'clock', ok: null, byMs, text: moved })
  await clock.advance(byMs)
  return tellClock(clock, [moved, ...(await nextLines(clock))])
}

const tellClock = async (clock: Stage['clock'], lines: string[]): Promise<DevAnswer> => {
  const time = await clock.read()
  return { ok: true, lines: [clockText(time), ...lines], data: { ...time, lines } }
}

const nextLines = async (clock: Stage['clock']): Promise<string[]> => {
  const next = await clock.next()
  if (!next) return []
  const { now } = await clock.read()
  return [`next, in ${spanText(next.at.getTime() - now.getTime())}: ${next.what}`]
}

type Change = Extract<DevRequest, { command: 'fault' }>['change']

const changeFaults = ({ faults }: Stage, change: Change): DevAnswer => {
  if (change !== 'list') {
    if ('set' in change) faults.set(change.set)
    else faults.off(change.off ?? undefined)
  }
  const list = faults.list()
  const lines = list.map(({ kind, on, event, delayMs, timesLeft }) => {
    const late = kind === 'slow' ? ` by ${spanText(delayMs)}` : ''
    const times = timesLeft === null ? 'until "fault off"' : `${timesLeft} more`
    return `${kind}${late} (${event ?? on}, ${times}): ${FAULTS[kind]}`
  })
  const told = lines.length > 0 ? lines : ['no faults']
  return {
    ok: true,
    lines: change === 'list' ? [...told, '', ...kindLines()] : told,
    data: { faults: list, ...(change === 'list' && { kinds: FAULTS }) },
  }
}

const kindLines = (): string[] => [
  'What can be set, such as "wasl dev fault slow --times 1":',
  ...columns(Object.entries(FAULTS)).map((line) => `  ${line}`),
]
