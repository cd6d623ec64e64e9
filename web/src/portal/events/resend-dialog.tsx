import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../shared/act-dialog.tsx'
import { useApiForm } from '../../shared/api-form.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useLive } from '../../shared/use-live.ts'
import { useReadAgain } from '../use-answer.ts'
import { EVENTS } from './texts.ts'

type Resend = AnswerOf<'POST /partner/webhooks/v1/resends'>

/** Yesterday at this time, as the field of a browser has it. */
const yesterday = (): string => new Date(Date.now() - 23 * 3_600_000).toISOString().slice(0, 16)

/** Algeria's clock is an hour ahead of UTC all year. */
const wireTime = (local: string): string => new Date(`${local}:00+01:00`).toISOString()

/** Sends again, since a time, what the partner’s server did not acknowledge. */
export const ResendDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const t = useTexts(EVENTS)
  const readAgain = useReadAgain()
  const form = useApiForm({ since: yesterday() })
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
          const body = { since: wireTime(form.values.since) }
          setResend(await on('POST /partner/webhooks/v1/resends')({ body }))
        }}
      >
        <p>{t('resendSays')}</p>
        <div className="form-row">
          <label htmlFor="since">{t('since')}</label>
          <input
            id="since"
            className="field"
            type="datetime-local"
            dir="ltr"
            required
            value={form.values.since}
            onChange={({ target }) => form.set({ since: target.value })}
          />
        </div>
      </ActDialog>
      {resend !== null && (
        <p className="notice" role="status">
          {t('resending', { sent: resend.sent, count: resend.count })}
        </p>
      )}
    </>
  )
}
