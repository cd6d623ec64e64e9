import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { PARTNERS } from './partners.texts.ts'
import { SecretsDialog } from './secrets-dialog.tsx'

type Created = AnswerOf<'POST /operator/v1/partners'>

type Props = { isOpen: boolean; onClose: () => void; onDone: () => void }

/** A new partner, and its three secrets, shown this once. */
export const CreatePartner = ({ isOpen, onClose, onDone }: Props) => {
  const t = useTexts(PARTNERS)
  const [created, setCreated] = useState<Created | null>(null)
  const form = useApiForm({ name: '', nameAr: '', city: '', apiUrl: '', webhookUrl: '' })
  const create = async (): Promise<void> => {
    const { name, nameAr, city, apiUrl, webhookUrl } = form.values
    const answer = await on('POST /operator/v1/partners')({
      body: {
        name: name.trim(),
        apiUrl: apiUrl.trim(),
        ...(nameAr.trim() !== '' && { nameAr: nameAr.trim() }),
        ...(city.trim() !== '' && { city: city.trim() }),
        ...(webhookUrl.trim() !== '' && { webhookUrl: webhookUrl.trim() }),
      },
    })
    setCreated(answer)
    onDone()
  }
  return (
    <>
      <ActDialog
        title={t('create')}
        verb={t('create')}
        isOpen={isOpen}
        onClose={onClose}
        form={form}
        act={create}
      >
        <TextField form={form} name="name" label={t('name')} isRequired />
        <TextField form={form} name="nameAr" label={t('nameAr')} />
        <TextField form={form} name="city" label={t('city')} />
        <TextField form={form} name="apiUrl" label={t('address')} kind="url" isRequired />
        <TextField
          form={form}
          name="webhookUrl"
          label={t('webhook')}
          hint={t('webhookHint')}
          kind="url"
        />
      </ActDialog>
      <SecretsDialog secrets={created} onClose={() => setCreated(null)} />
    </>
  )
}
