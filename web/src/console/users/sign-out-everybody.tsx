import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useChannels, usePartners } from '../money/partners.ts'
import { USERS } from './texts.ts'

type Of = CallInput<'POST /operator/v1/sessions/end'>['body']['of']

/** Ends all sessions of an organisation, or of all: for the day when somebody may use stolen ones. */
export const SignOutEverybody = ({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: (count: number) => void
}) => {
  const t = useTexts(USERS)
  const form = useApiForm<{ of: Of }>({ of: 'operator' })
  const organisations = [...usePartners(), ...useChannels()]
  const end = async (): Promise<void> => {
    const { count } = await on('POST /operator/v1/sessions/end')({ body: form.values })
    onDone(count)
  }
  return (
    <ActDialog
      title={t('signOut')}
      verb={t('signOutVerb')}
      isStop
      isOpen
      onClose={onClose}
      form={form}
      act={end}
    >
      <ChoiceField
        form={form}
        name="of"
        label={t('of')}
        hint={t('signOutHint')}
        options={[
          { value: 'operator', label: t('operator') },
          ...organisations,
          { value: 'everybody', label: t('everybody') },
        ]}
      />
    </ActDialog>
  )
}
