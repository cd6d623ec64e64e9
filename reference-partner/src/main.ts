/** `node reference-partner/src/main.ts` runs the reference partner. */
import { readConfig } from './config.ts'
import { startReferencePartner } from './start.ts'

const print = (entry: {
  level: string
  message: string
  reference?: string
  error?: unknown
}): void => {
  const about = entry.reference === undefined ? '' : `${entry.reference}: `
  const cause = entry.error instanceof Error ? ` (${entry.error.message})` : ''
  console.log(`${new Date().toISOString()} ${entry.level} ${about}${entry.message}${cause}`)
}

// With its type in full, so that the compiler knows that nothing runs after a call.
const stopWith: (problem: string) => never = (problem) => {
  console.error(`The reference partner did not start. ${problem}`)
  process.exit(1)
}

const read = readConfig(process.env)
if (!read.ok) stopWith(read.problem)
const { config } = read

const partner = await startReferencePartner({ ...config, log: print }).catch(
  (error: unknown): never => stopWith(error instanceof Error ? error.message : String(error)),
)

const unpaid = partner.orders().filter(({ paid }) => paid === null)
console.log('The reference partner is ready.')
console.log(`  API URL:     ${partner.url}`)
console.log(`  Webhook URL: ${partner.webhookUrl}`)
console.log(`  Records:     ${config.dataFile}`)
console.log(`  References to pay: ${unpaid.length}, such as ${unpaid[0]?.reference ?? 'none'}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.log('Finishing open requests.')
    void partner.close()
  })
}
