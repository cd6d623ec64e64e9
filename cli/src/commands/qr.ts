import type { Command } from 'commander'
import type { QrConfigResult } from '@wasl/partner-kit'
import { parseAmount } from '../amounts.ts'
import { clientOf, failureOf } from '../client-result.ts'
import type { Context } from '../context.ts'
import { parseDuration } from '../dev/durations.ts'
import { EXIT_HELP } from '../exit-codes.ts'
import { addHelp } from '../help.ts'
import { usage } from '../problem.ts'
import { readPlatform } from '../targets.ts'
import { withPlatform } from './status.ts'

type QrOptions = { url?: string; apiKey?: string; json?: true }
type SetOptions = QrOptions & { expiresAt?: string; expiresIn?: string; singleUse?: true }

export const addQr = (program: Command, context: Context): void => {
  const qr = program.command('qr').description('set or unset the amounts of a static QR code')
  withPlatform(qr.command('set').description('set one amount, or several to choose from'))
    .argument('<token>', 'the token of the QR code, from the operator')
    .argument('<amounts...>', 'in dinars, such as 500 or 599.80')
    .option('--expires-at <time>', 'when the amounts expire (ISO 8601)')
    .option('--expires-in <duration>', 'after how long the amounts expire, such as 10m or 2d')
    .option('--single-use', 'the amounts end with one payment')
    .addHelpText('after', `${SET_EXAMPLES}\n${EXIT_HELP}`)
    .action(async (token: string, amounts: string[], options: SetOptions) => {
      const client = clientOf(readPlatform(context, options))
      const config = {
        qrCodeToken: token,
        amounts: amounts.map((amount) => parseAmount('an amount', amount)),
        expiresAt: expiryOf(options),
        singleUse: options.singleUse,
      }
      tell(context, options, await client.setQrConfig(config))
    })
  withPlatform(qr.command('unset').description('remove the amounts: the payer types one'))
    .argument('<token>', 'the token of the QR code, from the operator')
    .addHelpText('after', `\nExample:\n  $ wasl qr unset 7Z3M9K0QW5T8R2VXN4BHJD01Z9\n${EXIT_HELP}`)
    .action(async (token: string, options: QrOptions) => {
      const client = clientOf(readPlatform(context, options))
      tell(context, options, await client.unsetQrConfig({ qrCodeToken: token }))
    })
  addHelp(qr, 'wasl qr')
}

const SET_EXAMPLES = `
Examples:
  $ wasl qr set 7Z3M9K0QW5T8R2VXN4BHJD01Z9 500
  $ wasl qr set 7Z3M9K0QW5T8R2VXN4BHJD01Z9 500 1000 2000 --expires-in 2d
  $ wasl qr set 7Z3M9K0QW5T8R2VXN4BHJD01Z9 599.80 --single-use`

const expiryOf = ({ expiresAt, expiresIn }: SetOptions): Date | undefined => {
  if (expiresAt !== undefined && expiresIn !== undefined) {
    throw usage('Give --expires-at or --expires-in, not both.')
  }
  if (expiresIn !== undefined) {
    const durationMs = parseDuration(expiresIn)
    if (durationMs === null)
      throw usage(`--expires-in: ${JSON.stringify(expiresIn)} is not a duration such as 10m or 2d.`)
    return new Date(Date.now() + durationMs)
  }
  if (expiresAt === undefined) return undefined
  const at = new Date(expiresAt)
  if (!Number.isNaN(at.getTime())) return at
  throw usage(
    `--expires-at: expected a time such as 2026-12-31T22:00:00Z, received ${JSON.stringify(expiresAt)}`,
  )
}

const tell = ({ terminal }: Context, { json }: QrOptions, result: QrConfigResult): void => {
  if (!result.ok) throw failureOf(result)
  if (json) return terminal.json(result.data)
  const { amounts, currency, kind, expiresAt } = result.data
  terminal.out(
    kind === null
      ? 'the payer types the amount'
      : `${amounts.join(' or ')} ${currency}, ${kind}${expiresAt === null ? '' : ` until ${expiresAt}`}`,
  )
}
