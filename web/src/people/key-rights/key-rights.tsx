import type { ChannelKeyPermission, PartnerKeyPermission } from '@wasl/protocol'
import { CheckField, type ApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens } from '../../components/timeline.tsx'
import { CHANNEL_RIGHTS, KEY_RIGHTS, PARTNER_RIGHTS } from './texts.ts'

const RIGHTS = {
  partner: Object.keys(PARTNER_RIGHTS) as PartnerKeyPermission[],
  channel: Object.keys(CHANNEL_RIGHTS) as ChannelKeyPermission[],
} as const

type Kind = keyof typeof RIGHTS

type Right<K extends Kind> = (typeof RIGHTS)[K][number]

/** The values of a form that chooses what a new key may do; at first what the present one may. */
export const rightsForm = <K extends Kind>(
  kind: K,
  present: readonly string[],
): Record<Right<K>, boolean> =>
  Object.fromEntries(RIGHTS[kind].map((right) => [right, present.includes(right)])) as Record<
    Right<K>,
    boolean
  >

/** What was chosen, for the call. */
export const chosenRights = <K extends Kind>(
  kind: K,
  values: Readonly<Record<string, string | boolean>>,
): Right<K>[] => RIGHTS[kind].filter((right) => values[right] === true)

/** What a new key may do (W162). Folded: most keys may do everything. */
export const KeyRights = ({ kind, form }: { kind: Kind; form: ApiForm<any> }) => {
  const t = useTexts(KEY_RIGHTS)
  const says = useTexts(kind === 'partner' ? PARTNER_RIGHTS : CHANNEL_RIGHTS)
  const all = RIGHTS[kind]
  const count = chosenRights(kind, form.values).length
  return (
    <Opens
      summary={count === all.length ? t('all') : t('some', { count, all: all.length })}
      content={all.map((right) => (
        <CheckField key={right} form={form} name={right} label={says(right as never)} />
      ))}
    />
  )
}

/** Why the form cannot be sent: no right is chosen. Undefined when one is. */
export const useWhyNoKey = (kind: Kind, form: ApiForm<any>): string | undefined => {
  const t = useTexts(KEY_RIGHTS)
  return chosenRights(kind, form.values).length === 0 ? t('choose') : undefined
}
