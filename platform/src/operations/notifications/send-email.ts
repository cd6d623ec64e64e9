import type { Language } from '@wasl/protocol'
import type { NotifyConfig, SmtpServer } from '../../base/config/notify.ts'
import { partnerText, withoutSecret } from '../../delivery/lookups/partner-text.ts'
import { messageOf } from './message.ts'
import type { ClaimedNotification } from './queue.ts'

/** Each step of the conversation, and all of it. */
const STEP_MS = 10_000
const WHOLE_MS = 45_000

type Email = NonNullable<NotifyConfig['email']>

/**
 * Sends a notification to the operator's mailboxes over SMTP. Its Message-ID is the same on every attempt,
 * so that a mailbox can tell when one arrives twice.
 *
 * @returns why it was not taken; null when it was.
 */
export const createSendEmail =
  ({ server, from, to }: Email, language: Language, origin: () => string) =>
  async (notification: ClaimedNotification, stopped: AbortSignal): Promise<string | null> => {
    // Loaded by those that send mail.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(optionsOf(server))
    const { subject, text } = messageOf(notification.items, language, origin())
    const deadline = AbortSignal.any([stopped, AbortSignal.timeout(WHOLE_MS)])
    try {
      await Promise.race([
        transport.sendMail({
          from,
          to,
          subject,
          text,
          messageId: `<${notification.notificationId}@${from.slice(from.indexOf('@') + 1)}>`,
          date: new Date(notification.madeAt),
          headers: {
            'Content-Language': language,
            // No out-of-office answer, and no list that sends it on (RFC 3834).
            'Auto-Submitted': 'auto-generated',
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        }),
        passed(deadline),
      ])
      return null
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      return partnerText(withoutSecret(said, server.login?.pass ?? ''))
    } finally {
      transport.close()
    }
  }

export const optionsOf = ({ host, port, isTls, isLoopback, login }: SmtpServer) => ({
  host,
  port,
  secure: isTls,
  // Outside this machine nothing goes out unencrypted, whatever the server offers. On this machine
  // nothing can be read on the way, and local servers have certificates that nobody signed.
  requireTLS: !isTls && !isLoopback,
  ignoreTLS: !isTls && isLoopback,
  tls: { minVersion: 'TLSv1.2' as const },
  ...(login !== null && { auth: login }),
  connectionTimeout: STEP_MS,
  greetingTimeout: STEP_MS,
  socketTimeout: STEP_MS,
  dnsTimeout: STEP_MS,
})

const passed = (deadline: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const late = (): void => reject(new Error('the mail server did not take it in time'))
    // It may have passed while the library was loaded.
    if (deadline.aborted) late()
    else deadline.addEventListener('abort', late)
  })
