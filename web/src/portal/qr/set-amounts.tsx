import { useState, type FormEvent } from 'react'
import { on } from '../../api/call.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { lifeBody, lifeOf } from '../../payments/qr-codes/life.ts'
import { LifeFields } from '../../payments/qr-codes/life-fields.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { amountsToType, typedAmounts } from '../../components/typed-amounts.ts'
import { useReadAgain } from '../use-answer.ts'
import type { Code } from './code-state.tsx'
import { CODES } from './texts.ts'

/** Sets what a static code asks for, or lets the payer choose. */
export const SetAmounts = ({ code }: { code: Code }) => {
  const t = useTexts(CODES)
  const me = useMe()
  const readAgain = useReadAgain()
  const { amounts: now } = code.config
  const form = useApiForm({
    amounts: amountsToType(now),
    ...lifeOf(code.config),
  })
  const [isBad, setBad] = useState(false)
  if (!me.may('qr.edit')) {
    return (
      <ActionButton permission="qr.edit" onClick={() => undefined}>
        {t('set')}
      </ActionButton>
    )
  }
  const set = (event: FormEvent): void => {
    event.preventDefault()
    const amounts = typedAmounts(form.values.amounts)
    setBad(amounts === null)
    if (amounts === null) return
    void form.run(async () => {
      const { qrCodeToken } = code
      const life = lifeBody(form.values, code.config)
      await (amounts.length === 0
        ? on('POST /partner/qr/v1/un-set-qr-config')({ body: { qrCodeToken } })
        : on('POST /partner/qr/v1/set-qr-config')({ body: { qrCodeToken, amounts, ...life } }))
      await readAgain(
        'GET /partner/settings/v1/qr-codes/{token}',
        'GET /partner/settings/v1/qr-codes/{token}/configurations',
      )
    })
  }
  return (
    <form className="form" onSubmit={set}>
      <TextField
        form={form}
        name="amounts"
        kind="decimal"
        label={t('amounts')}
        hint={isBad ? <span className="form-error">{t('badAmounts')}</span> : t('amountsSays')}
      />
      <LifeFields form={form} />
      <FormFailure failure={form.failure} />
      <div className="form-end">
        <button type="submit" className="btn main" disabled={form.isRunning}>
          {t('set')}
        </button>
      </div>
    </form>
  )
}
