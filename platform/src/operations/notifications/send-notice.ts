/** E-mails to the person whom a notice is for (W180). */
import type { Language } from '@wasl/protocol'
import type pg from 'pg'
import type { NotifyConfig } from '../../base/config/notify.ts'
import { partnerText } from '../../delivery/lookups/partner-text.ts'
import { NOTIFY_DELAYS_SECONDS } from './queue.ts'
import { optionsOf } from './send-email.ts'
import { NOTICE_EMAIL } from './notice-texts.ts'

type Email = NonNullable<NotifyConfig['email']>

type DueNotice = {
  noticeId: number
  email: string
  language: Language
  kind: string
  byName: string
  name: string
  madeAt: string
  attempt: number
}

/** Takes the oldest due notice, which no other process takes for two minutes. */
const CLAIM = `
  update security_notices notice
  set email_due_at = wasl_now() + interval '2 minutes', email_attempts = email_attempts + 1
  from users
  where users.user_id = notice.user_id and notice_id = any(array(
    select notice_id from security_notices
    where email_due_at <= wasl_now()
    order by email_due_at limit 1 for update skip locked
  ))
  returning notice_id as "noticeId", users.email, users.language, kind, by_name as "byName",
    subject_name as name, wire_time(made_at) as "madeAt", email_attempts as attempt`

/** Sends one due notice. Resolves with whether there was one. */
export const createSendNotice =
  ({ server, from }: Email, origin: () => string) =>
  async (pool: pg.Pool): Promise<boolean> => {
    const { rows } = await pool.query<DueNotice>(CLAIM)
    const [notice] = rows
    if (notice === undefined) return false
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(optionsOf(server))
    let delay: number | null = null
    try {
      await transport.sendMail({ from, to: notice.email, ...messageOf(notice, origin()) })
    } catch {
      delay = NOTIFY_DELAYS_SECONDS[notice.attempt - 1] ?? null
    } finally {
      transport.close()
    }
    await pool.query(
      `update security_notices set email_due_at = wasl_now() + make_interval(secs => $2)
      where notice_id = $1`,
      [notice.noticeId, delay],
    )
    return true
  }

/** Names are on one line and isolated: they begin no header and turn no text around. */
const messageOf = ({ language, kind, byName, name, madeAt }: DueNotice, origin: string) => {
  const { subject, says, act } = NOTICE_EMAIL[language]
  const what = act[kind] ?? kind
  const isolated = (text: string): string => `\u2068${partnerText(text)}\u2069`
  const text = `${what}: ${isolated(name)}\n${isolated(byName)}, ${madeAt}\n\n${says}\n${origin}/account\n`
  return {
    subject,
    text,
    headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
