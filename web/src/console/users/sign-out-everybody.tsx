import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { useChannels, usePartners } from '../money/partners.ts'
import { USERS } from './texts.ts'

type Of = CallInput<'POST /operator/v1/sessions/end'>['body']['of']

/** Ends all sessions of an organisation, or of all: for the day when somebody may use stolen ones. */
export const SignOutEverybody = () => {
  const t = useTexts(USERS)
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!me.may('users.edit')) return null
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {t('signOut')}
      </button>
      {isOpen && <SignOutDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const SignOutDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTexts(USERS)
  const [ended, setEnded] = useState<number | null>(null)
  const form = useApiForm<{ of: Of }>({ of: 'operator' })
  const organisations = [...usePartners(), ...useChannels()]
  const end = async (): Promise<void> => {
    const { count } = await on('POST /operator/v1/sessions/end')({ body: form.values })
    setEnded(count)
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
      staysOpen
      isOver={ended !== null}
    >
      {ended === null ? (
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
      ) : (
        <p role="status">{t('signedOut', { count: ended })}</p>
      )}
    </ActDialog>
  )
}
