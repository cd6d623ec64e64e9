/** Where a command gets its secrets. They are never shown, not even in errors. */
import type { Command } from 'commander'
import type { Context } from './context.ts'
import { devDirectory, readState, type DevPartner } from './dev/home.ts'
import { readInput } from './input.ts'
import { usage } from './problem.ts'

export type SecretOptions = {
  apiSecret?: string[]
  apiSecretFile?: string[]
  hmacSecret?: string[]
  hmacSecretFile?: string[]
}

export type SecretName = 'API_SECRET' | 'HMAC_SECRET'

const OPTIONS = {
  API_SECRET: { text: 'apiSecret', file: 'apiSecretFile', flag: '--api-secret', dev: 'apiSecret' },
  HMAC_SECRET: {
    text: 'hmacSecret',
    file: 'hmacSecretFile',
    flag: '--hmac-secret',
    dev: 'hmacSecret',
  },
} as const satisfies Record<
  SecretName,
  Record<string, keyof SecretOptions | keyof DevPartner | `--${string}`>
>

export const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Adds the options of a secret; they may be repeated during a rotation. */
export const withSecret = (command: Command, name: SecretName): Command => {
  const { flag } = OPTIONS[name]
  return command
    .option(
      `${flag} <secret>`,
      `in place of ${name}; other users may see your command line`,
      collect,
    )
    .option(`${flag}-file <file>`, 'the same from a file, or from "-"', collect)
}

/**
 * The current secrets: from the options, the environment or `wasl dev`, or from a prompt. The first one
 * signs.
 *
 * @throws Problem when no source names a secret.
 */
export const readSecrets = async (
  context: Context,
  name: SecretName,
  options: SecretOptions,
): Promise<[string, ...string[]]> => {
  const [first, ...more] = await findSecrets(context, name, options)
  if (first !== undefined) return [first, ...more]
  const { flag } = OPTIONS[name]
  if (!context.terminal.isInteractive) {
    throw usage(
      `${name} is missing.`,
      `Set it in the environment, or give ${flag} or ${flag}-file. "wasl dev env" shows the one of wasl dev.`,
    )
  }
  return [await askForSecret(context, name)]
}

/**
 * Like `readSecrets`, but empty when no source names one.
 *
 * @param directory of the data of `wasl dev`, if it was given.
 */
export const findSecrets = async (
  { environment, terminal }: Context,
  name: SecretName,
  options: SecretOptions,
  directory?: string,
): Promise<string[]> => {
  const { text, file, dev } = OPTIONS[name]
  const files = await Promise.all(
    (options[file] ?? []).map((path) => readSecretFile(terminal.stdin, path)),
  )
  const given = [...(options[text] ?? []), ...files]
  if (given.length > 0) return given.flatMap((secret) => secretsIn(notEmpty(name, secret)))
  const set = environment[name]
  if (set !== undefined) return secretsIn(set)
  const made = readState(devDirectory(environment, directory))?.partner
  if (!made) return []
  terminal.say(terminal.hint.dim(`${name}: from wasl dev`))
  return [made[dev]]
}

/**
 * Splits at commas: during a rotation the value is `new,old` (W63). A comma at an end is a mistake that
 * the doctor finds, so it stays.
 */
export const secretsIn = (text: string): string[] => {
  const parts = text.split(',').map((part) => part.trim())
  return parts.length > 1 && parts.every((part) => part !== '') ? parts : [text]
}

/** A text editor adds a newline, which is not part of the secret. */
const readSecretFile = async (stdin: NodeJS.ReadableStream, path: string): Promise<string> =>
  (await readInput(stdin, path)).toString('utf8').replace(/\r?\n$/, '')

const notEmpty = (name: SecretName, secret: string): string => {
  if (secret !== '') return secret
  throw usage(`${name} is empty.`, 'Is the variable set that you use there?')
}

const askForSecret = async ({ terminal }: Context, name: SecretName): Promise<string> => {
  const { isCancel, password } = await import('@clack/prompts')
  const answer = await password({
    message: name,
    output: terminal.stderr,
    validate: (value) => (value ? undefined : 'It is required.'),
  })
  if (isCancel(answer)) throw usage(`${name} was not given.`)
  return answer
}
