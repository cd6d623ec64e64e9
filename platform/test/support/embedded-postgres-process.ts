/**
 * A process of its own with an embedded PostgreSQL, for tests that kill it: starts one in the folder
 * of its first argument, prints its address and process as JSON, and stays until it is told to end.
 */
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] as string, log, fast: true })
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid() })}\n`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit()))
setInterval(() => undefined, 60_000)
