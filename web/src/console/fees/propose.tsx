import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { ChoiceField, TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { FEES } from './texts.ts'

const KINDS = ['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const

const FIRST = {
  channelKind: 'AGENCY' as string,
  from: '',
  basisPoints: '',
  fixed: '0',
  minimum: '0',
  maximum: '',
  vatBasisPoints: '19',
  onRefund: 'keep' as string,
}

/** `1,5` percent as the basis points of the wire; what is no number is refused there by name. */
const basisPointsOf = (percent: string): number => {
  const typed = typedDinars(percent)
  return typed === null ? Number.NaN : Math.round(typed * 100)
}

const dinarsOf = (typed: string): number => typedDinars(typed) ?? Number.NaN

/** Whose terms they are: a partner pays fees, a channel earns a commission. */
export type OwnerOfTerms = { partnerId: string } | { channelId: string }

/** Proposes a version of fees or of a commission; another person approves it. */
export const ProposeTerms = ({ of }: { of: OwnerOfTerms }) => {
  const t = useTexts(FEES)
  const [isAsking, setAsking] = useState(false)
  const form = useApiForm(FIRST)
  const propose = async (): Promise<void> => {
    const { channelKind, from, onRefund, maximum, ...typed } = form.values
    const terms = {
      from,
      basisPoints: basisPointsOf(typed.basisPoints),
      fixed: dinarsOf(typed.fixed),
      minimum: dinarsOf(typed.minimum),
      maximum: maximum === '' ? null : dinarsOf(maximum),
      vatBasisPoints: basisPointsOf(typed.vatBasisPoints),
      onRefund: onRefund === 'proportional' ? ('proportional' as const) : ('keep' as const),
    }
    const kind = KINDS.find((one) => one === channelKind) ?? 'AGENCY'
    await ('partnerId' in of
      ? on('PUT /operator/v1/partners/{partnerId}/fees')({
          params: of,
          body: { channelKind: kind, ...terms },
        })
      : on('PUT /operator/v1/channels/{channelId}/commissions')({ params: of, body: terms }))
    await queries.invalidateQueries()
  }
  const title = 'partnerId' in of ? t('propose') : t('proposeCommission')
  const decimal = { form, kind: 'decimal' } as const
  return (
    <>
      <ActionButton permission="fees.edit" look="main" onClick={() => setAsking(true)}>
        {title}
      </ActionButton>
      <ActDialog
        title={title}
        verb={t('proposeVerb')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={propose}
      >
        {'partnerId' in of && (
          <ChoiceField
            form={form}
            name="channelKind"
            label={t('kind')}
            options={KINDS.map((value) => ({ value, label: t(value) }))}
          />
        )}
        <TextField
          form={form}
          name="from"
          kind="date"
          label={t('from')}
          hint={t('fromHint')}
          isRequired
        />
        <TextField {...decimal} name="basisPoints" label={t('percentField')} isRequired />
        <TextField {...decimal} name="fixed" label={t('fixedField')} isRequired />
        <TextField {...decimal} name="minimum" label={t('minimumField')} isRequired />
        <TextField {...decimal} name="maximum" label={t('maximumField')} />
        <TextField {...decimal} name="vatBasisPoints" label={t('vatField')} isRequired />
        <ChoiceField
          form={form}
          name="onRefund"
          label={t('onRefund')}
          options={(['keep', 'proportional'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </ActDialog>
    </>
  )
}
