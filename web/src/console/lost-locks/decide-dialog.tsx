import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Amount } from '../../money/amount.tsx'
import { ChoiceField, TextField, useApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { LOST } from './lost-locks.texts.ts'

type Case = AnswerOf<'GET /operator/v1/cases'>['items'][number]

type Props = { found: Case; onClose: () => void; onDone: () => void }

/** Either the payer has the cash back, or another payment was confirmed with it. */
export const DecideDialog = ({ found, onClose, onDone }: Props) => {
  const t = useTexts(LOST)
  const form = useApiForm({ how: 'back', givenBackBy: found.takenBy, confirmedBy: '' })
  const { how, givenBackBy, confirmedBy } = form.values
  const decide = async (): Promise<void> => {
    await on('POST /operator/v1/cases/{caseId}/resolve')({
      params: { caseId: found.caseId },
      body:
        how === 'back' ? { givenBackBy: givenBackBy.trim() } : { confirmedBy: confirmedBy.trim() },
    })
    onDone()
  }
  return (
    <ActDialog
      title={t('decide')}
      verb={t('decide')}
      isOpen
      onClose={onClose}
      form={form}
      act={decide}
    >
      <p>{t.rich('ask', { amount: <Amount dinars={found.amount} /> })}</p>
      <ChoiceField
        form={form}
        name="how"
        label={t('how')}
        options={[
          { value: 'back', label: t('back') },
          { value: 'other', label: t('other') },
        ]}
      />
      {how === 'back' ? (
        <TextField
          form={form}
          name="givenBackBy"
          label={t('givenBackBy')}
          hint={t('givenBackHint')}
          isRequired
        />
      ) : (
        <TextField form={form} name="confirmedBy" label={t('confirmedBy')} isRequired />
      )}
    </ActDialog>
  )
}
