import type { FollowUpDetail } from '@wasl/protocol'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { PickField } from '../../lists/pick/pick-field.tsx'
import type { Picked } from '../../lists/pick/pick-sources.ts'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { FOLLOW_UPS } from './texts.ts'

type Change = CallInput<'PATCH /operator/v1/follow-ups/{followUpId}'>['body']

const RIGHT = 'payments.refund'

/** Notes what was done, hands it over, moves its day, closes it or opens it again. */
export const FollowUpActs = ({ of }: { of: FollowUpDetail }) => {
  const t = useTexts(FOLLOW_UPS)
  const [act, setAct] = useState<'change' | 'close' | null>(null)
  const { followUpId, status } = of
  const change = async (body: Change): Promise<void> => {
    await on('PATCH /operator/v1/follow-ups/{followUpId}')({ params: { followUpId }, body })
    await queries.invalidateQueries()
  }
  const close = () => setAct(null)
  return (
    <>
      <ActionButton permission={RIGHT} isExplained onClick={() => setAct('change')}>
        {t('change')}
      </ActionButton>
      <ActionButton
        permission={RIGHT}
        look="main"
        onClick={() => (status === 'open' ? setAct('close') : void change({ status: 'open' }))}
      >
        {t(status === 'open' ? 'close' : 'reopen')}
      </ActionButton>
      {act === 'change' && <ChangeDialog of={of} change={change} onClose={close} />}
      {act === 'close' && <CloseDialog change={change} onClose={close} />}
    </>
  )
}

type DialogProps = { change: (body: Change) => Promise<void>; onClose: () => void }

const ChangeDialog = ({ of, change, onClose }: DialogProps & { of: FollowUpDetail }) => {
  const t = useTexts(FOLLOW_UPS)
  const { ownerId, owner: name, dueOn } = of
  const [owner, setOwner] = useState<Picked | null>(
    ownerId === null || name === null ? null : { id: ownerId, name },
  )
  const form = useApiForm({ text: '', dueOn })
  const save = (): Promise<void> => {
    const { text, dueOn: day } = form.values
    return change({
      ownerId: owner?.id ?? null,
      dueOn: day,
      ...(text.trim() !== '' && { text }),
    })
  }
  return (
    <ActDialog title={t('change')} verb={t('save')} isOpen onClose={onClose} form={form} act={save}>
      <TextField form={form} name="text" label={t('answer')} isLong lengthMax={2_000} />
      <PickField
        of="colleague"
        label={t('owner')}
        hint={t('ownerHint')}
        value={owner}
        onPick={setOwner}
      />
      <TextField form={form} name="dueOn" label={t('dueOn')} kind="date" isRequired />
    </ActDialog>
  )
}

const CloseDialog = ({ change, onClose }: DialogProps) => {
  const t = useTexts(FOLLOW_UPS)
  const form = useApiForm({ text: '' })
  return (
    <ActDialog
      title={t('close')}
      verb={t('close')}
      isOpen
      onClose={onClose}
      form={form}
      act={() => change({ status: 'done', text: form.values.text })}
    >
      <TextField form={form} name="text" label={t('answer')} isLong isRequired lengthMax={2_000} />
    </ActDialog>
  )
}
