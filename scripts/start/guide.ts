import { encodeReference } from '@wasl/protocol'
import type { Session } from '../../cli/src/dev/session.ts'
import type { Terminal } from '../../cli/src/terminal.ts'
import type { Doors } from './doors.ts'
import type { Screen } from './screen.ts'

type Guide = {
  session: Session
  /** Links that sign the reader in. */
  doors: Doors
  /** An unpaid reference, for the reader to pay. */
  reference: string
  /** Where `wasl dev` keeps the keys. */
  directory: string
}

/** Where to go on after the story. */
export const showGuide = (
  { out, paint, called }: Terminal,
  { bold, line, table }: Screen,
  guide: Guide,
): void => {
  const { platformUrl, apiUrl, operatorKey, accounts } = guide.session
  line(bold('Running'))
  table([
    ['platform', `${platformUrl}   ${paint.dim('also /docs, /healthz, /readyz, /metrics')}`],
    ['partner', apiUrl],
  ])
  line()
  line(
    `${bold('Screens')} ${paint.dim('each link signs you in; a browser is one person at a time')}`,
  )
  table(guide.doors.links.map(({ who, url }) => [who, url]))
  line()
  line(
    `${bold('Keys')} ${paint.dim(`for the header x-api-key; kept in ${guide.directory}/dev.json`)}`,
  )
  table([
    ['operator', operatorKey],
    ...Object.entries(accounts.channels).map(([kind, { apiKey }]): [string, string] => [
      kind,
      apiKey,
    ]),
    ['partner', accounts.partner.apiKey],
  ])
  line()
  line(bold('Read on'))
  table([
    ['host the two endpoints of a partner', 'reference-partner/README.md'],
    ['write your own partner', 'partner-kit/README.md'],
    ['every endpoint and error', 'docs/reference/README.md'],
    ['take payments at a counter', 'docs/guides/take-payments.md'],
    ['run the platform for real', 'docs/guides/set-up-the-platform.md'],
  ])
  line()
  line(bold('Now you'))
  line('Be the channel, then the partner: paste these into another terminal.')
  const folder = guide.session.homes === null ? '' : ` --data-dir ${guide.directory}`
  line(`Or let "${called('wasl dev pay')} ${guide.reference}${folder}" do the same.`)
  line()
  for (const { comment, command } of commands(guide))
    out(`${paint.cyan(`# ${comment}`)}\n${command}\n`)
}

/** What the reader pastes. It needs bash, curl and Node.js. */
const commands = ({ session, reference }: Guide): { comment: string; command: string }[] => {
  const { platformUrl, accounts } = session
  const { partner, channels } = accounts
  const payments = `${platformUrl}/channel/v1/payments`
  const key = `-H 'x-api-key: ${channels.AGENCY.apiKey}'`
  const body = JSON.stringify({ partnerId: partner.partnerId, reference })
  return [
    {
      comment: `1. Open a payment of ${reference}: it is looked up and locked.`,
      command: `PAYMENT=$(curl -sS ${payments} \\
  ${key} \\
  -H 'content-type: application/json' -H "idempotency-key: $(node -pe 'crypto.randomUUID()')" \\
  -d '${body}'); echo "$PAYMENT"`,
    },
    {
      comment: '2. You have the cash: confirm it. The partner is told at once.',
      command: `PAYMENT_ID=$(node -pe 'JSON.parse(process.argv[1]).paymentId' "$PAYMENT")
curl -sS -X POST ${payments}/$PAYMENT_ID/confirm \\
  ${key}; echo`,
    },
    {
      comment: '3. You are the partner: was it paid?',
      command: `curl -sS ${platformUrl}/partner/payments/v1/${encodeReference(reference)}/status \\
  -H 'x-api-key: ${partner.apiKey}'; echo`,
    },
  ]
}
