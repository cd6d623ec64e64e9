import { useTexts } from '../../texts/texts.ts'
import { KEY_RIGHTS, PARTNER_RIGHTS } from './texts.ts'

/** What a partner's key may do, in a few words. */
export const RightsOf = ({ permissions }: { permissions: readonly string[] }) => {
  const t = useTexts(KEY_RIGHTS)
  const says = useTexts(PARTNER_RIGHTS)
  const all = Object.keys(PARTNER_RIGHTS) as (keyof typeof PARTNER_RIGHTS)[]
  const own = all.filter((right) => permissions.includes(right))
  if (own.length === all.length) return t('everything')
  return (
    <ul className="plain sm">
      {own.map((right) => (
        <li key={right}>{says(right)}</li>
      ))}
    </ul>
  )
}
