import { IconArrowsExchange } from '@tabler/icons-react'
import { on } from '../../api/call.ts'
import { Link } from '../base/link.tsx'
import { useTexts, type Texts } from '../base/texts.ts'
import { useAnswer, useLooking } from '../base/use-answer.ts'
import { holderOf, useMe } from '../session/me.ts'

/** Beside the notice: every screen loads it, and few people hand over. */
const NOTICE = {
  arrives: {
    en: '{count, plural, one {Somebody hands cash over to you} other {# people hand cash over to you}}',
    fr: '{count, plural, one {Quelqu’un vous remet de l’argent} other {# personnes vous remettent de l’argent}}',
    ar: '{count, plural, =1 {زميل يسلّمك نقودًا} =2 {زميلان يسلّمانك نقودًا} few {# زملاء يسلّمونك نقودًا} other {# زميلًا يسلّمونك نقودًا}}',
  },
} as const satisfies Texts

const LOOK_MS = 5_000

/** On every screen: somebody hands cash over to this person and waits. */
export const IncomingNotice = () => {
  const t = useTexts(NOTICE)
  const own = holderOf(useMe())
  const { answer, look } = useAnswer(`incoming ${own}`, () =>
    on('GET /channel/v1/handovers')({ query: { status: 'offered', limit: '50' } }),
  )
  useLooking(look, LOOK_MS)
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
