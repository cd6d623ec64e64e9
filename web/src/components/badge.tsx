import { IconAlertTriangle, IconCheck, IconClock, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Done: green. Wait: somebody waits. Stop: somebody must act. Rest: nothing is owed. */
export type BadgeKind = 'done' | 'wait' | 'stop' | 'rest'

const SIGNS = { done: IconCheck, wait: IconClock, stop: IconAlertTriangle, rest: IconMinus }

export type BadgeProps = {
  kind: BadgeKind
  /** Without a ground: in a list, what is as it should be keeps quiet. */
  bare?: boolean
  children: ReactNode
}

/** A state: always a sign, a word and a colour. */
export const Badge = ({ kind, bare = false, children }: BadgeProps) => {
  const Sign = SIGNS[kind]
  const look = bare ? `badge bare ${kind === 'done' ? 'fine' : kind}` : `badge ${kind}`
  return (
    <span className={look}>
      <Sign aria-hidden />
      {children}
    </span>
  )
}
