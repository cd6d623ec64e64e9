import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import {
  chosenRights,
  KeyRights,
  rightsForm,
  useWhyNoKey,
} from '../../people/key-rights/key-rights.tsx'
import { useTexts } from '../../texts/texts.ts'
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
  /** What the present API key may do. */
  rights: readonly string[]
  onClose: () => void
  onRotated: (rotated: Rotated) => void
}

/** Makes a new secret; the old one stays valid meanwhile. */
export const RotateDialog = ({ secret, rights, onClose, onRotated }: RotateDialogProps) => {
  const t = useTexts(KEYS)
  const form = useApiForm({ overlapSeconds: '604800', ...rightsForm('partner', rights) })
  const whyNoKey = useWhyNoKey('partner', form)
  const isKey = secret === 'apiKey'
  const rotate = async (): Promise<void> => {
    if (secret === null) return
    const overlapSeconds = Number(form.values.overlapSeconds)
    const permissions = isKey ? chosenRights('partner', form.values) : undefined
    const body = { secret, overlapSeconds, permissions }
    onRotated(await on('POST /partner/settings/v1/rotate')({ body }))
  }
  return (
    <ActDialog
      title={t('rotateTitle', { name: t(secret ?? 'apiKey') })}
      verb={t('make')}
      isOpen={secret !== null}
      onClose={onClose}
      form={form}
      act={rotate}
      {...(isKey && whyNoKey !== undefined && { why: whyNoKey })}
    >
      <ChoiceField
        form={form}
        name="overlapSeconds"
        label={t('overlap')}
        options={OVERLAPS.map(({ value, text }) => ({ value, label: t(text) }))}
      />
      {isKey && <KeyRights kind="partner" form={form} />}
    </ActDialog>
  )
}
