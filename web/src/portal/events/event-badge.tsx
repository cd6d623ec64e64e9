import { Badge } from '../../shared/badge.tsx'
import { useTexts } from '../../shared/texts.ts'
import { EVENTS } from './texts.ts'

const KINDS = { delivered: 'done', pending: 'wait', failed: 'stop' } as const

export const EventBadge = ({
  state,
  bare = false,
}: {
  state: keyof typeof KINDS
  bare?: boolean
}) => {
  const t = useTexts(EVENTS)
  return (
    <Badge kind={KINDS[state]} bare={bare}>
      {t(state)}
    </Badge>
  )
}
