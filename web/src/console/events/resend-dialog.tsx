import { useQuery, useQueryClient } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, TextField, useApiForm, type ApiForm } from '../../components/api-form.tsx'
import { usePartners } from '../../people/partner-names.ts'
import { useTexts } from '../../texts/texts.ts'
import { momentOf } from '../../time/zone.ts'
import { KINDS, useKindName } from './kinds.tsx'
import { RESENDS } from './resends.tsx'
import { EVENTS } from './texts.ts'

type Body = CallInput<'POST /operator/v1/resends'>['body']

type Values = { partnerId: string; day: string; time: string; event: string; which: string }

/** What is asked for; null while the beginning is not chosen. */
const bodyOf = ({ partnerId, day, time, event, which }: Values): Body | null => {
  const since = momentOf(day, time)
  if (since === null) return null
  const states: Body['states'] =
    which === 'all' ? ['failed', 'pending', 'delivered'] : ['failed', 'pending']
  return {
    since,
    states,
    ...(partnerId !== '' && { partnerId }),
    ...(event !== '' && { event: event as NonNullable<Body['event']> }),
  }
}

/** Chooses a backlog, says how large it is, and sends it again. */
export const ResendDialog = ({
  partnerId,
  onClose,
}: {
  partnerId: string
  onClose: () => void
}) => {
  const t = useTexts(EVENTS)
  const client = useQueryClient()
  const form = useApiForm({ partnerId, day: '', time: '', event: '', which: 'unsent' })
  const body = bodyOf(form.values)
  const preview = useQuery({
    queryKey: ['resends', 'preview', body],
    enabled: body !== null,
    queryFn: ({ signal }) =>
      on('POST /operator/v1/resends/preview')({ body: body as Body, signal }),
  })
  const why = whyNot(t, body !== null, preview.data)
  return (
    <ActDialog
      title={t('resend')}
      verb={t('send')}
      isOpen
      onClose={onClose}
      form={form}
      {...(why !== undefined && { why })}
      act={async () => {
        await on('POST /operator/v1/resends')({ body: body as Body })
        await client.invalidateQueries({ queryKey: RESENDS })
      }}
    >
      <Fields form={form} />
      {why === undefined && (
        <p className="strong" role="status">
          {t('counted', { count: preview.data?.count ?? 0 })}
        </p>
      )}
    </ActDialog>
  )
}

/** Why nothing can be sent yet. */
const whyNot = (
  t: ReturnType<typeof useTexts<typeof EVENTS>>,
  isChosen: boolean,
  preview: { count: number; isMore: boolean } | undefined,
): string | undefined => {
  if (!isChosen) return t('chooseSince')
  if (preview === undefined) return t('counting')
  if (preview.isMore) return t('tooMany')
  return preview.count === 0 ? t('counted', { count: 0 }) : undefined
}

const Fields = ({ form }: { form: ApiForm<Values> }) => {
  const t = useTexts(EVENTS)
  const kindName = useKindName()
  const partners = usePartners()
  return (
    <>
      <ChoiceField
        form={form}
        name="partnerId"
        label={t('partner')}
        options={[
          { value: '', label: t('allPartners') },
          ...partners.map(({ partnerId, name }) => ({ value: partnerId, label: name })),
        ]}
      />
      <div className="since">
        <TextField form={form} name="day" kind="date" label={t('resendSince')} isRequired />
        <TextField form={form} name="time" kind="time" label={t('resendTime')} isRequired />
      </div>
      <ChoiceField
        form={form}
        name="event"
        label={t('kind')}
        options={[
          { value: '', label: t('every') },
          ...KINDS.map((kind) => ({ value: kind, label: kindName(kind) })),
        ]}
      />
      <ChoiceField
        form={form}
        name="which"
        label={t('resendStates')}
        options={[
          { value: 'unsent', label: t('unsent') },
          { value: 'all', label: t('everything') },
        ]}
      />
    </>
  )
}
