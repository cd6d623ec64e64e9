/**
 * A separate process with an embedded PostgreSQL, for tests that kill it: starts one in the folder of
 * its first argument, prints its URL and process id as JSON, and runs until SIGTERM.
 */
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] as string, log, fast: true })
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid() })}\n`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit()))
setInterval(() => undefined, 60_000)
