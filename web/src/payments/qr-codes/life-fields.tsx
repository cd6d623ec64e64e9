import { ChoiceField, TextField, type ApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { QR_CODES } from './texts.ts'

/** How long the amounts of a code hold. */
export const LifeFields = ({ form }: { form: ApiForm<any> }) => {
  const t = useTexts(QR_CODES)
  return (
    <>
      <ChoiceField
        form={form}
        name="life"
        label={t('life')}
        options={(['permanent', 'until', 'single'] as const).map((value) => ({
          value,
          label: t(value),
        }))}
      />
      {form.values['life'] === 'until' && (
        <TextField form={form} name="expiresAt" kind="date" label={t('day')} isRequired />
      )}
    </>
  )
}
