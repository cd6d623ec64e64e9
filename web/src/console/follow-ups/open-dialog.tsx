import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { PickField } from '../../lists/pick/pick-field.tsx'
import type { Picked } from '../../lists/pick/pick-sources.ts'
import { queries } from '../../session/queries.ts'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { today } from '../../time/zone.ts'
import { FOLLOW_UPS } from './texts.ts'

const WORDS_LENGTH_MAX = 2_000

/** A call becomes a follow-up: of a payment where it is known, else of a partner, or of neither. */
export const OpenFollowUp = ({ paymentId }: { paymentId?: string }) => {
  const t = useTexts(FOLLOW_UPS)
  const me = useMe()
  const self = { id: me.userId, name: me.name }
  const [isAsking, setAsking] = useState(false)
  const [owner, setOwner] = useState<Picked | null>(self)
  const [partner, setPartner] = useState<Picked | null>(null)
  const form = useApiForm({ words: '', caller: '', dueOn: today() })
  const open = async (): Promise<void> => {
    const { words, caller, dueOn } = form.values
    await on('POST /operator/v1/follow-ups')({
      body: {
        words,
        dueOn,
        ...(caller.trim() !== '' && { caller }),
        ...(owner !== null && { ownerId: owner.id }),
        ...(paymentId !== undefined && { paymentId }),
        ...(partner !== null && { partnerId: partner.id }),
      },
    })
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton
        permission="payments.refund"
        isExplained={paymentId !== undefined}
        onClick={() => setAsking(true)}
        {...(paymentId === undefined && { look: 'main' as const })}
      >
        {t('open')}
      </ActionButton>
      <ActDialog
        title={t('open')}
        verb={t('openVerb')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={open}
      >
        <TextField
          form={form}
          name="words"
          label={t('words')}
          isLong
          isRequired
          lengthMax={WORDS_LENGTH_MAX}
        />
        <TextField form={form} name="caller" label={t('caller')} lengthMax={200} />
        {paymentId === undefined && (
          <PickField of="partner" label={t('partner')} value={partner} onPick={setPartner} />
        )}
        <PickField
          of="colleague"
          label={t('owner')}
          hint={t('ownerHint')}
          value={owner}
          onPick={setOwner}
        />
        <TextField form={form} name="dueOn" label={t('dueOn')} kind="date" isRequired />
      </ActDialog>
    </>
  )
}
