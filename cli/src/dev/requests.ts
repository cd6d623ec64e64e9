/** The requests to a running `wasl dev`, from its prompt or another terminal. */
import type { ChannelKind } from '@wasl/protocol'
import type { Fault, FaultKind } from './faults.ts'

/** How an opened payment ends; `hold` leaves it locked. */
export type Ending = 'confirm' | 'cancel' | 'fail' | 'expire' | 'hold'

export type DevRequest =
  | { command: 'info' }
  | {
      command: 'pay'
      reference: string
      /** In dinars, which the lookup must answer; null: any price near the last one. */
      amount: number | null
      channel: ChannelKind
      ending: Ending
    }
  | {
      /** Ends the open payment of a reference, or opens one first. */
      command: 'end'
      reference: string
      ending: Exclude<Ending, 'hold'>
      open: { channel: ChannelKind; amount: number | null }
    }
  | { command: 'deliveries'; reference: string }
  | { command: 'refund'; reference: string; amount: number | null }
  | { command: 'redeliver'; reference: string }
  | { command: 'reset' }
  | { command: 'clock'; move: 'read' | 'next' | 'reset' | { byMs: number } }
  | { command: 'fault'; change: 'list' | { set: Fault } | { off: FaultKind | null } }
  | {
      command: 'qr new'
      label: string
      amounts: number[]
      singleUse: boolean
      expiresInMs: number | null
    }
  | {
      command: 'qr pay'
      token: string
      amount: number | null
      channel: ChannelKind
      ending: Ending
    }

export type DevAnswer = {
  /** Whether everything succeeded; for example, every event was acknowledged. */
  ok: boolean
  /** For people. */
  lines: string[]
  /** For programs. */
  data: unknown
}
