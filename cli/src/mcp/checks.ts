/** The conformance checks against a server on this machine, and why one of them failed. */
import type { CertifyOptions, Report } from '@wasl/conformance'
import { z } from 'zod'
import { knownMistakes } from '../known-mistakes.ts'
import { refused, usage } from '../problem.ts'
import { findSecrets } from '../secret-source.ts'
import { findEndpoints } from '../targets.ts'
import { requireLocal } from './local-only.ts'
import { CHANGES, READS, tool, type Place } from './tool.ts'

/** Most assistants wait 60 s for a tool. */
const RUN_TIMEOUT_MS = 50_000

let last: Report | null = null

const one = z.string().max(300).optional()
const several = z.array(z.string().max(300)).max(20).optional()

const references = z
  .object({
    payable: one.describe('Its lookup answers 200'),
    paid: one.describe('Its lookup answers 409 ALREADY_PAID'),
    unknown: one.describe('Its lookup answers 404; default: a random one'),
    unavailable: one.describe('Its lookup answers 503'),
    pay: several.describe('One to three references that are payable now; they are paid afterwards'),
    odd: several.describe('Payable ones with Arabic, spaces or slashes'),
    qr: one.describe('The token of a QR code; a sale of 10 dinars is recorded'),
  })
  .default({})
  .describe('A check whose reference is missing is skipped')

const runChecks = tool({
  name: 'run_checks',
  title: 'Run the conformance checks',
  description:
    'Calls the two endpoints of the developer’s server on this machine as the platform does, and checks ' +
    'the answers. Answers with the result of each check; explain_check says more about one. A run ends ' +
    `after ${RUN_TIMEOUT_MS / 1000} s and leaves out what is left: name groups in "only" for the rest.`,
  input: z.object({
    references,
    amount: z
      .number()
      .positive()
      .optional()
      .describe('The price of the payable reference, in dinars'),
    only: several.describe('Ids of checks, or groups such as lookup, signature, event'),
    skip: several.describe('Ids of checks or groups'),
  }),
  hints: CHANGES,
  run: async (place, { only, skip, amount, references: named }, signal) => {
    const { certify, optionsProblem } = await import('@wasl/conformance')
    const asked: CertifyOptions = {
      ...(await targetOf(place)),
      references: named,
      amount,
      only,
      skip,
      signal,
      runTimeoutMs: RUN_TIMEOUT_MS,
      signatureMistakes: await knownMistakes(),
    }
    const problem = optionsProblem(asked)
    if (problem !== null) throw usage(problem)
    last = await certify(asked)
    return summaryOf(last)
  },
})

type Target = Pick<CertifyOptions, 'apiUrl' | 'webhookUrl' | 'apiSecret' | 'hmacSecret'>

const targetOf = async ({ context, directory }: Place): Promise<Target> => {
  const found = findEndpoints(context, {}, directory)
  if (found === null) {
    throw usage(
      'Where is your server?',
      'Set API_URL in the environment of wasl mcp, or start wasl dev --api-url http://localhost:3000/pay',
    )
  }
  const { apiUrl, webhookUrl } = found
  await requireLocal('The API URL', apiUrl)
  if (webhookUrl !== null) await requireLocal('The Webhook URL', webhookUrl)
  const apiSecret = await findSecrets(context, 'API_SECRET', {}, directory)
  const hmacSecret = await findSecrets(context, 'HMAC_SECRET', {}, directory)
  for (const [name, secrets] of Object.entries({
    API_SECRET: apiSecret,
    HMAC_SECRET: hmacSecret,
  })) {
    if (secrets.length === 0) {
      throw usage(
        `${name} is missing.`,
        'Set it in the environment of wasl mcp, or start wasl dev.',
      )
    }
  }
  return { apiUrl, webhookUrl: webhookUrl ?? undefined, apiSecret, hmacSecret }
}

const summaryOf = ({ summary, checks, warnings, toConfirm }: Report): string => {
  const { total, passed, failed, skipped, conforms, required, requiredPassed } = summary
  const marked = checks.map(({ id, outcome, title, explanation, warning, blockedBy }) => {
    const why = outcome === 'failed' ? ` ${explanation}` : ''
    const left = outcome === 'skipped' && blockedBy === null ? ` ${explanation}` : ''
    const blocked = blockedBy === null ? '' : ` Because of ${blockedBy}.`
    return `${outcome} ${id}: ${title}.${why}${left}${blocked}${warning === null ? '' : ` Warning: ${warning}`}`
  })
  return [
    `${passed} of ${total} checks passed, ${failed} failed, ${skipped} were skipped.`,
    conforms
      ? 'Every check that a certificate needs has passed.'
      : `No certificate: ${requiredPassed} of ${required} required checks passed.`,
    ...warnings,
    ...toConfirm,
    '',
    ...marked,
  ].join('\n')
}

const explainCheck = tool({
  name: 'explain_check',
  title: 'Explain a check',
  description:
    'The rule of one conformance check and, after run_checks, why it failed: what was sent, what came ' +
    'back, what was expected and what to change.',
  input: z.object({
    id: z.string().max(100).describe('The id of the check, as run_checks lists it'),
  }),
  hints: READS,
  run: async (_place, { id }) => {
    const { CHECKS, checkToText } = await import('@wasl/conformance')
    const result = last?.checks.find((check) => check.id === id)
    if (result !== undefined) return checkToText(result, { verbose: true })
    const info = CHECKS.find((check) => check.id === id)
    if (info === undefined) {
      throw refused(
        `There is no check ${JSON.stringify(id)}.`,
        `Checks are: ${CHECKS.map((check) => check.id).join(', ')}`,
      )
    }
    const { title, section, group, needs } = info
    const wants = needs.length === 0 ? 'nothing' : needs.join(', ')
    return [
      `${id} (${group}): ${title}.`,
      `Source: ${section}. It needs ${wants}.`,
      'It was not part of a run yet: call run_checks, with "only": [this id] if you like.',
    ].join('\n')
  },
})

export const CHECK_TOOLS = [runChecks, explainCheck]
