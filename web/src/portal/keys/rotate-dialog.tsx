import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../shared/act-dialog.tsx'
import { ChoiceField, useApiForm } from '../../shared/api-form.tsx'
import { useTexts } from '../../shared/texts.ts'
import { KEYS } from './texts.ts'

export type SecretName = 'apiKey' | 'apiSecret' | 'hmacSecret'

export type Rotated = AnswerOf<'POST /partner/settings/v1/rotate'>

const OVERLAPS = [
  { value: '604800', text: 'week' },
  { value: '86400', text: 'day' },
  { value: '3600', text: 'hour' },
  { value: '0', text: 'now' },
] as const

export type RotateDialogProps = {
  secret: SecretName | null
  onClose: () => void
  onRotated: (rotated: Rotated) => void
}

/** Makes a new secret; the old one stays valid meanwhile. */
export const RotateDialog = ({ secret, onClose, onRotated }: RotateDialogProps) => {
  const t = useTexts(KEYS)
  const form = useApiForm({ overlapSeconds: '604800' })
  const rotate = async (): Promise<void> => {
    if (secret === null) return
    const overlapSeconds = Number(form.values.overlapSeconds)
    onRotated(await on('POST /partner/settings/v1/rotate')({ body: { secret, overlapSeconds } }))
  }
  return (
    <ActDialog
      title={t('rotateTitle', { name: t(secret ?? 'apiKey') })}
      verb={t('make')}
      isOpen={secret !== null}
      onClose={onClose}
      form={form}
      act={rotate}
    >
      <ChoiceField
        form={form}
        name="overlapSeconds"
        label={t('overlap')}
        options={OVERLAPS.map(({ value, text }) => ({ value, label: t(text) }))}
      />
    </ActDialog>
  )
}
