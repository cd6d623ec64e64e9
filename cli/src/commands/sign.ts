import type { Command } from 'commander'
import { sign, unixSeconds } from '@wasl/protocol'
import type { Context } from '../context.ts'
import { readInput } from '../input.ts'
import { usage } from '../problem.ts'
import { readSecrets, withSecret, type SecretOptions } from '../secret-source.ts'

type SignOptions = SecretOptions & { body: string; timestamp?: string; json?: true }

export const addSign = (program: Command, context: Context): void => {
  const command = program
    .command('sign')
    .description('sign a body as the platform does')
    .option('--body <file>', 'the exact bytes; "-" is the standard input', '-')
    .option('--timestamp <seconds>', 'ten digits; default: now')
  withSecret(command, 'HMAC_SECRET')
    .option('--json', 'answer with JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: SignOptions) => signBody(context, options))
}

const EXAMPLES = `
Examples:
  $ printf '%s' "$body" | wasl sign
  $ wasl sign --body webhook.json --timestamp 1795000000 --json`

const signBody = async (context: Context, options: SignOptions): Promise<void> => {
  const timestamp = options.timestamp ?? String(unixSeconds(new Date()))
  if (!/^[0-9]{10}$/.test(timestamp)) {
    throw usage(`--timestamp: expected ten digits, received ${JSON.stringify(timestamp)}`)
  }
  if (options.body === '-' && options.hmacSecretFile?.includes('-')) {
    throw usage('The body and the secret cannot both come from the standard input.')
  }
  if (options.body === '-' && context.terminal.stdin.isTTY) {
    context.terminal.say('Type or paste the body, then Ctrl-D:')
  }
  const body = await readInput(context.terminal.stdin, options.body)
  const [hmacSecret] = await readSecrets(context, 'HMAC_SECRET', options)
  const headers = { 'X-Timestamp': timestamp, 'X-Signature': sign(body, timestamp, hmacSecret) }
  if (options.json) return context.terminal.json(headers)
  for (const [name, value] of Object.entries(headers)) context.terminal.out(`${name}: ${value}`)
  if (body.length === 0) {
    context.terminal.say('Note: the body is empty. Give one with --body, or by a pipe.')
  }
  if (body.at(-1) === 0x0a) {
    context.terminal.say('Note: the body ends with a newline, which is signed too.')
  }
}
