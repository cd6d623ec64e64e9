import { IconArrowsExchange } from '@tabler/icons-react'
import { useEffect } from 'react'
import { on } from '../../api/call.ts'
import { Link } from '../base/link.tsx'
import { useTexts } from '../base/texts.ts'
import { useAnswer } from '../base/use-answer.ts'
import { holderOf, useMe } from '../session/me.ts'
import { HANDOVER } from './texts.ts'

const LOOK_MS = 5_000

/** On every screen: somebody hands cash over to this person and waits. */
export const IncomingNotice = () => {
  const t = useTexts(HANDOVER)
  const own = holderOf(useMe())
  const { answer, again } = useAnswer(`incoming ${own}`, () =>
    on('GET /channel/v1/handovers')({ query: { status: 'offered', limit: '50' } }),
  )
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) again()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [again])
  const count = (answer?.items ?? []).filter(({ to }) => to === own).length
  if (count === 0) return null
  return (
    <div role="status">
      <Link to={['handover']} className="ready waits">
        <IconArrowsExchange aria-hidden />
        {t('arrives', { count })}
      </Link>
    </div>
  )
}
