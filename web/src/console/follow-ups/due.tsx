import type { FollowUp } from '@wasl/protocol'
import { Badge } from '../../components/badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import { today } from '../../time/zone.ts'
import { FOLLOW_UPS } from './texts.ts'

/** Open, overdue or done. */
export const FollowUpState = ({ of: { status, dueOn } }: { of: FollowUp }) => {
  const t = useTexts(FOLLOW_UPS)
  if (status === 'done') {
    return (
      <Badge kind="done" bare>
        {t('isDone')}
      </Badge>
    )
  }
  const isLate = dueOn < today()
  return <Badge kind={isLate ? 'stop' : 'wait'}>{t(isLate ? 'isLate' : 'isOpen')}</Badge>
}
