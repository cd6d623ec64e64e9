import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useLive } from '../../session/use-live.ts'
import { dayAfter, momentOf, timeNow, today } from '../../time/zone.ts'
import { useReadAgain } from '../use-answer.ts'
import { EVENTS } from './texts.ts'

type Resend = AnswerOf<'POST /partner/webhooks/v1/resends'>

/** Sends again, since a time, what the partner’s server did not acknowledge. */
export const ResendDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const t = useTexts(EVENTS)
  const readAgain = useReadAgain()
  const form = useApiForm({ day: dayAfter(today(), -1), time: timeNow() })
  const [resend, setResend] = useState<Resend | null>(null)
  const follow = async (): Promise<void> => {
    if (resend === null || resend.status !== 'running') return
    const params = { resendId: resend.resendId }
    setResend(await on('GET /partner/webhooks/v1/resends/{resendId}')({ params }))
    await readAgain('GET /partner/webhooks/v1/events')
  }
  useLive(follow, 1_000)
  return (
    <>
      <ActDialog
        title={t('resendTitle')}
        verb={t('sendAgain')}
        isOpen={isOpen}
        onClose={onClose}
        form={form}
        act={async () => {
          const body = { since: momentOf(form.values.day, form.values.time) ?? '' }
          setResend(await on('POST /partner/webhooks/v1/resends')({ body }))
        }}
      >
        <p>{t('resendSays')}</p>
        <TextField form={form} name="day" kind="date" label={t('since')} isRequired />
        <TextField form={form} name="time" kind="time" label={t('sinceTime')} isRequired />
      </ActDialog>
      {resend !== null && (
        <p className="notice" role="status">
          {t('resending', { sent: resend.sent, count: resend.count })}
        </p>
      )}
    </>
  )
}
