import { createReadStream, readFileSync } from 'node:fs'
import { verifyStatement } from '@wasl/partner-kit'

/** A copy of https://pay.example.dz/.well-known/wasl-keys, fetched from the platform that you work with. */
const keys = JSON.parse(readFileSync(process.env['KEYS_FILE'] ?? 'wasl-keys.json', 'utf8'))

const [file = 'statement.csv', manifest = 'statement.jws'] = process.argv.slice(2)
const statement = await verifyStatement({
  keys,
  manifest: readFileSync(manifest),
  file: createReadStream(file),
})
if (statement.ok) {
  const { number, from, to, net, currency } = statement.manifest
  console.log(number, from, to, net, currency)
} else {
  console.error(statement.reason, statement.message)
}
