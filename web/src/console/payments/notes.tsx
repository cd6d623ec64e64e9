import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { on } from '../../api/call.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import type { PaymentDetail } from './payment.ts'
import { PAYMENT } from './page.texts.ts'

const NOTE_LENGTH_MAX = 2_000

/** What operators said to callers. Plain text, never markup. */
export const Notes = ({ payment: { paymentId, timeline } }: { payment: PaymentDetail }) => {
  const t = useTexts(PAYMENT)
  const me = useMe()
  const notes = timeline.filter((item) => item.kind === 'note')
  return (
    <Card title={t('notes')}>
      {notes.map(({ noteId, text, by, at }) => (
        <div className="memo" key={noteId}>
          <p>
            {text === null ? (
              <span className="soft">{t('noteErased')}</span>
            ) : (
              <OutsideText keepLines>{text}</OutsideText>
            )}
          </p>
          <small>
            <OutsideText>{by}</OutsideText> · <Moment at={at} shows="short" />
          </small>
        </div>
      ))}
      {me.may('payments.refund') && <NewNote paymentId={paymentId} />}
    </Card>
  )
}

const NewNote = ({ paymentId }: { paymentId: string }) => {
  const t = useTexts(PAYMENT)
  const client = useQueryClient()
  const form = useApiForm({ text: '' })
  const write = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isWritten = await form.run(async ({ text }) => {
      const call = on('POST /operator/v1/payments/{paymentId}/notes')
      await call({ params: { paymentId }, body: { text: text.trim() } })
      await client.invalidateQueries({ queryKey: ['payment', paymentId] })
    })
    if (isWritten) form.reset()
  }
  return (
    <form className="form" onSubmit={(event) => void write(event)}>
      <TextField
        form={form}
        name="text"
        label={t('newNote')}
        hint={t('noteHint')}
        isLong
        isRequired
        lengthMax={NOTE_LENGTH_MAX}
      />
      <FormFailure failure={form.failure} />
      <div className="form-end">
        <button type="submit" className="btn" disabled={form.isRunning}>
          {t('note')}
        </button>
      </div>
    </form>
  )
}
