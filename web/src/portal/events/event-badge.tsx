import { Badge } from '../../components/badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import { EVENT_KINDS } from '../texts.ts'
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

/** What an event says, and its name on the wire. */
export const EventName = ({ kind }: { kind: keyof typeof EVENT_KINDS }) => {
  const t = useTexts(EVENT_KINDS)
  return (
    <>
      {t(kind)}{' '}
      <bdi className="code soft sm" dir="ltr">
        {kind}
      </bdi>
    </>
  )
}
