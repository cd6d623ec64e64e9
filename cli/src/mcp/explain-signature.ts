import { unixSeconds, webhookUrlOf } from '@wasl/protocol'
import { z } from 'zod'
import { readState } from '../dev/home.ts'
import { diagnose, type Diagnosis } from '../doctor/diagnose.ts'
import { headlineOf } from '../doctor/headline.ts'
import { usage } from '../problem.ts'
import { parseHeaders, pathsOf } from '../read-request.ts'
import { secretsIn } from '../secret-source.ts'
import { READS, tool, type Place } from './tool.ts'

/** An event has up to 2 KB; a log may have it several times encoded. */
const BODY_CHARACTERS_MAX = 100_000

export const explainSignature = tool({
  name: 'explain_signature',
  title: 'Explain a wrong signature',
  description:
    'The signature doctor: says whether the signature of a webhook is right and, if not, which mistake ' +
    'leads to it: a body that was parsed and written again, another secret, another order, encoding or ' +
    'algorithm, or a clock that is off. A cause that it names is certain. The secrets are those of the ' +
    'environment (HMAC_SECRET, API_SECRET) or of wasl dev; never ask the developer for a secret.',
  input: z.object({
    body: z
      .string()
      .max(BODY_CHARACTERS_MAX)
      .describe('The exact body as it arrived, without any change'),
    bodyIsBase64: z.boolean().default(false).describe('When body is the bytes in base64'),
    headers: z
      .string()
      .max(20_000)
      .default('')
      .describe('All headers of the request, as lines or as a JSON object'),
    timestamp: z.string().max(100).optional().describe('X-Timestamp, if not in headers'),
    signature: z
      .string()
      .max(2_000)
      .optional()
      .describe('X-Signature, or what the own code computed, if not in headers'),
    checkAge: z
      .boolean()
      .default(false)
      .describe('Whether the timestamp must be of the last minutes: for a webhook that just came'),
  }),
  hints: READS,
  run: async (place, { body, bodyIsBase64, checkAge, ...given }) => {
    const headers = parseHeaders(given.headers)
    const { hmacSecrets, apiSecrets } = secretsOf(place)
    const diagnosis = diagnose({
      body: Buffer.from(body, bodyIsBase64 ? 'base64' : 'utf8'),
      timestamp: given.timestamp ?? headers['x-timestamp'] ?? '',
      signature: given.signature ?? headers['x-signature'] ?? '',
      eventId: headers['x-event-id'],
      paths: pathsFor(place, headers['host']),
      hmacSecrets,
      apiSecrets,
      nowSeconds: checkAge ? unixSeconds(new Date()) : null,
    })
    return textOf(diagnosis)
  },
})

type Secrets = { hmacSecrets: readonly string[]; apiSecrets: readonly string[] }

const secretsOf = ({ context, directory }: Place): Secrets => {
  const { HMAC_SECRET: hmac, API_SECRET: api } = context.environment
  const kept = readState(directory)?.partner
  const hmacSecret = hmac ?? kept?.hmacSecret
  const apiSecret = api ?? (hmac === undefined ? kept?.apiSecret : undefined)
  if (hmacSecret === undefined) {
    throw usage(
      'HMAC_SECRET is missing.',
      'Set it in the environment of wasl mcp, or start wasl dev once, which makes one.',
    )
  }
  return {
    hmacSecrets: secretsIn(hmacSecret),
    apiSecrets: apiSecret === undefined ? [] : secretsIn(apiSecret),
  }
}

const pathsFor = ({ context, directory }: Place, host: string | undefined) => {
  const { WEBHOOK_URL: webhookUrl, API_URL: apiUrl } = context.environment
  const api = apiUrl ?? readState(directory)?.apiUrl
  const known = webhookUrl ?? (api === undefined ? null : webhookUrlOf(api))
  return known === null ? undefined : pathsOf(known, host)
}

const textOf = ({ isValid, causes, notes, toSign }: Diagnosis): string => {
  const verdict = isValid ? 'The signature is right.' : headlineOf('The signature', causes)
  const found = [...causes, ...notes].flatMap(({ code, message, remedy }) => [
    '',
    `${message} [${code}]`,
    `What to do: ${remedy}`,
  ])
  const { bytes, sha256 } = toSign
  return [
    verdict,
    ...found,
    '',
    `To sign: ${bytes} bytes, the body and then the timestamp; their SHA-256 is ${sha256}.`,
  ].join('\n')
}
