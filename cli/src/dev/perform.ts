import { readDeliveries } from './deliveries.ts'
import { endReference } from './end-reference.ts'
import { FAULTS } from './faults.ts'
import { payQrCode, payReference, redeliverReference, refundReference } from './payments.ts'
import { newQrCode } from './qr.ts'
import type { DevAnswer, DevRequest } from './requests.ts'
import { columns } from '../terminal.ts'
import { durationText } from './durations.ts'
import type { Session } from './session.ts'

/**
 * Runs a command of `wasl dev`.
 *
 * @throws Problem when the platform or the partner refuses it.
 */
export const perform = async (session: Session, request: DevRequest): Promise<DevAnswer> => {
  switch (request.command) {
    case 'info':
      return tellInfo(session)
    case 'pay':
      return payReference(session, request)
    case 'end':
      return endReference(session, request)
    case 'deliveries':
      return readDeliveries(session, request.reference)
    case 'refund':
      return refundReference(session, request)
    case 'redeliver':
      return redeliverReference(session, request.reference)
    case 'reset':
      return startOver(session)
    case 'clock':
      return moveClock(session, request.move)
    case 'fault':
      return changeFaults(session, request.change)
    case 'qr new':
      return newQrCode(session, request)
    default:
      return payQrCode(session, request)
  }
}

const tellInfo = async ({ platformUrl, apiUrl, webhookUrl, accounts, clock, faults }: Session) => {
  const time = await clock.read()
  const active = faults.list().map(({ kind }) => kind)
  const { partnerId } = accounts.partner
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
  `${now.toISOString()}, ${aheadMs < 1 ? 'the time of this machine' : `${durationText(aheadMs)} ahead`}`

const startOver = async ({ clock, faults, feed }: Session): Promise<DevAnswer> => {
  faults.off()
  const { forgotten } = await clock.reset()
  feed.tell({ kind: 'clock', ok: null, text: 'all payments deleted; the time of this machine' })
  const lines = [
    `${forgotten} payments were deleted, with their events. No faults; the time of this machine.`,
    'Keys, secrets and QR codes stay. Your own server still has what it stored: empty it too.',
  ]
  return { ok: true, lines, data: { ...(await clock.read()), forgotten } }
}

type Move = Extract<DevRequest, { command: 'clock' }>['move']

const moveClock = async ({ clock, feed }: Session, move: Move): Promise<DevAnswer> => {
  if (move === 'read') return tellClock(clock, await nextLines(clock))
  if (move === 'reset') {
    const { forgotten } = await clock.reset()
    feed.tell({ kind: 'clock', ok: null, text: 'back to the time of this machine' })
    const lines = [`back to the time of this machine; ${forgotten} payments were deleted`]
    return { ok: true, lines, data: { ...(await clock.read()), forgotten } }
  }
  if (move === 'next') {
    const next = await clock.next()
    if (!next) return tellClock(clock, ['nothing is waiting: no lock, no retry, no expiry'])
    const { now } = await clock.read()
    return advance({ clock, feed }, next.at.getTime() - now.getTime() + 1, next.what)
  }
  return advance({ clock, feed }, move.byMs, null)
}

const UNDER_WAY =
  'Some of what became due is still under way: "wasl dev clock" shows what is next when it has ended.'

type ClockAndFeed = Pick<Session, 'clock' | 'feed'>

const advance = async ({ clock, feed }: ClockAndFeed, byMs: number, what: string | null) => {
  const moved = `${durationText(byMs)} later${what === null ? '' : `: ${what}`}`
  feed.tell({ kind: 'clock', ok: null, byMs, text: moved })
  const { isIdle } = await clock.advance(byMs)
  const lines = isIdle ? [moved] : [moved, UNDER_WAY]
  return tellClock(clock, [...lines, ...(await nextLines(clock))])
}

const tellClock = async (clock: Session['clock'], lines: string[]): Promise<DevAnswer> => {
  const time = await clock.read()
  return { ok: true, lines: [clockText(time), ...lines], data: { ...time, lines } }
}

const nextLines = async (clock: Session['clock']): Promise<string[]> => {
  const next = await clock.next()
  if (!next) return []
  const { now } = await clock.read()
  return [`next, in ${durationText(next.at.getTime() - now.getTime())}: ${next.what}`]
}

type Change = Extract<DevRequest, { command: 'fault' }>['change']

const changeFaults = ({ faults }: Session, change: Change): DevAnswer => {
  if (change !== 'list') {
    if ('set' in change) faults.set(change.set)
    else faults.off(change.off ?? undefined)
  }
  const list = faults.list()
  const lines = list.map(({ kind, on, event, delayMs, timesLeft }) => {
    const late = kind === 'slow' ? ` by ${durationText(delayMs)}` : ''
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
  'Kinds of faults, for example "wasl dev fault slow --times 1":',
  ...columns(Object.entries(FAULTS)).map((line) => `  ${line}`),
]
