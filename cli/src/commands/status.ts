import type { Command } from 'commander'
import type { PaymentStatus } from '@wasl/protocol'
import { clientOf, failureOf } from '../client-result.ts'
import type { Context } from '../context.ts'
import { EXIT_HELP } from '../exit-codes.ts'
import { readPlatform } from '../targets.ts'
import { columns } from '../terminal.ts'

type StatusOptions = { url?: string; apiKey?: string; json?: true }

export const withPlatform = (command: Command): Command =>
  command
    .option('--url <url>', 'of the platform; default: WASL_URL or the running wasl dev')
    .option('--api-key <key>', 'your key for its APIs; default: WASL_API_KEY')
    .option('--json', 'answer with JSON')

export const addStatus = (program: Command, context: Context): void => {
  withPlatform(program.command('status').description('show the status of a reference'))
    .argument('<reference>')
    .addHelpText('after', `\nExample:\n  $ wasl status INV-1 --json\n${EXIT_HELP}`)
    .action(async (reference: string, options: StatusOptions) => {
      const client = clientOf(readPlatform(context, options))
      const result = await client.status(reference)
      if (!result.ok) throw failureOf(result)
      if (options.json) return context.terminal.json(result.data)
      tell(context, result.data)
    })
}

const refundedAmountOf = ({ payment, currency }: PaymentStatus): string | null => {
  const refunded = payment?.refundedAmount ?? 0
  return refunded === 0 ? null : `${refunded.toFixed(2)} ${currency}`
}

const tell = ({ terminal }: Context, status: PaymentStatus): void => {
  const { stage, amount, currency, channel, paymentId, lockReleaseTime, payment } = status
  const rows: [string, string | null | undefined][] = [
    ['stage', stage],
    ['amount', amount === null ? null : `${amount.toFixed(2)} ${currency}`],
    ['channel', channel],
    ['payment', paymentId],
    [stage === 'released' ? 'released' : 'locked until', lockReleaseTime],
    ['paid', payment?.paidAt],
    ['refunded', payment?.refundedAt],
    ['refunded amount', refundedAmountOf(status)],
    ['webhook', payment?.webhookDelivery],
  ]
  const told = rows.filter((row): row is [string, string] => Boolean(row[1]))
  for (const line of columns(told)) terminal.out(line)
}
