import { encodeReference } from '@wasl/protocol'
import type { Cast } from './cast.ts'
import { bold, cyan, dim, line, table } from './screen.ts'

export type Guide = {
  baseUrl: string
  partnerUrl: string
  cast: Cast
  operatorKey: string
  /** An unpaid reference, for the reader to pay. */
  reference: string
  demoFile: string
}

/** Where to go on, for somebody who has seen the story. */
export const tellGuide = (guide: Guide): void => {
  const { baseUrl, partnerUrl, cast, operatorKey, demoFile } = guide
  line(bold('Running'))
  table([
    ['platform', `${baseUrl}   ${dim('also /docs, /healthz, /readyz, /metrics')}`],
    ['partner', partnerUrl],
  ])
  line()
  line(`${bold('Keys')} ${dim(`for the header x-api-key; kept in ${demoFile}`)}`)
  table([
    ['operator', operatorKey],
    ...Object.entries(cast.channels).map(([kind, { apiKey }]): [string, string] => [kind, apiKey]),
    ['partner', cast.partner.apiKey],
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
  line()
  for (const command of commands(guide)) process.stdout.write(`${command}\n\n`)
}

/** What the reader pastes; nothing but bash, curl and the node that runs this is needed. */
const commands = ({ baseUrl, cast, reference }: Guide): string[] => {
  const { partner, channels } = cast
  const payments = `${baseUrl}/channel/v1/payments`
  const key = `-H 'x-api-key: ${channels.AGENCY.apiKey}'`
  const body = JSON.stringify({ partnerId: partner.partnerId, reference })
  return [
    `${comment(`1. Open a payment of ${reference}: it is looked up and locked.`)}
PAYMENT=$(curl -sS ${payments} \\
  ${key} \\
  -H 'content-type: application/json' -H "idempotency-key: $(node -pe 'crypto.randomUUID()')" \\
  -d '${body}'); echo "$PAYMENT"`,
    `${comment('2. You have the cash: confirm it. The partner is told at once.')}
PAYMENT_ID=$(node -pe 'JSON.parse(process.argv[1]).paymentId' "$PAYMENT")
curl -sS -X POST ${payments}/$PAYMENT_ID/confirm \\
  ${key}; echo`,
    `${comment('3. You are the partner: was it paid?')}
curl -sS ${baseUrl}/partner/payments/v1/${encodeReference(reference)}/status \\
  -H 'x-api-key: ${partner.apiKey}'; echo`,
  ]
}

const comment = (text: string): string => cyan(`# ${text}`)
