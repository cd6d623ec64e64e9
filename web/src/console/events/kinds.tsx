import { Badge, type BadgeKind } from '../../components/badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import { EVENTS } from './texts.ts'

export const KINDS = [
  'payment.initialized',
  'payment.success',
  'payment.fail',
  'payment.refunded',
] as const

export type Kind = (typeof KINDS)[number]

/** What an event says, in words. */
export const useKindName = (): ((kind: Kind) => string) => {
  const t = useTexts(EVENTS)
  return (kind) => t(kind)
}

export const STATES = ['pending', 'failed', 'delivered'] as const

export type State = (typeof STATES)[number]

const LOOKS = {
  pending: 'wait',
  failed: 'stop',
  delivered: 'done',
} as const satisfies Record<State, BadgeKind>

export const StateBadge = ({ state, bare = false }: { state: State; bare?: boolean }) => {
  const t = useTexts(EVENTS)
  return (
    <Badge kind={LOOKS[state]} bare={bare && state === 'delivered'}>
      {t(state)}
    </Badge>
  )
}
