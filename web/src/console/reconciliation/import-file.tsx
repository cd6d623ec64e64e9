import type { BankImportPreview } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { Preview } from './preview.tsx'
import { useTexts } from '../../texts/texts.ts'
import { RECON } from './texts.ts'

/** Imports the export of a bank with a named mapping, and says what came of it. */
export const ImportFile = () => {
  const t = useTexts(RECON)
  const id = useId()
  const form = useApiForm({ mapping: '' })
  const [isAsking, setAsking] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [done, setDone] = useState<AnswerOf<'POST /operator/v1/bank-lines'> | null>(null)
  const [preview, setPreview] = useState<BankImportPreview | null>(null)
  const { data } = useQuery({
    queryKey: ['bank-mappings'],
    queryFn: () => on('GET /operator/v1/bank-mappings')({}),
  })
  const names = data?.items.map(({ name }) => ({ value: name, label: name })) ?? []
  const mapping = form.values.mapping === '' ? (names[0]?.value ?? '') : form.values.mapping
  const send = async (): Promise<void> => {
    if (file === null) return
    const asked = { query: { mapping }, body: file, type: 'text/csv' } as const
    if (preview === null) {
      setPreview(await on('POST /operator/v1/bank-lines/preview')(asked))
      return
    }
    setDone(await on('POST /operator/v1/bank-lines')(asked))
    close()
    await queries.invalidateQueries()
  }
  const close = (): void => {
    setAsking(false)
    setPreview(null)
  }
  return (
    <>
      {done !== null && <span role="status">{t('imported', done)}</span>}
      <ActionButton
        permission="recon.resolve"
        look="main"
        onClick={() => setAsking(true)}
        {...(data !== undefined && names.length === 0 && { why: t('noMapping') })}
      >
        {t('import')}
      </ActionButton>
      <ActDialog
        title={t('import')}
        verb={preview === null ? t('look') : t('importVerb')}
        isOpen={isAsking}
        onClose={close}
        isChosen={mapping !== ''}
        staysOpen
        form={form}
        act={send}
      >
        <ChoiceField form={form} name="mapping" label={t('mapping')} options={names} />
        <div className="form-row">
          <label htmlFor={id}>{t('file')}</label>
          <input
            id={id}
            className="field"
            type="file"
            accept=".csv,.xml,.sta,.940,.mt940,.txt,text/csv,application/xml,text/plain"
            required
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null)
              setPreview(null)
            }}
          />
        </div>
        {preview !== null && <Preview preview={preview} />}
      </ActDialog>
    </>
  )
}
