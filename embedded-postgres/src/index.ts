/** The one entry of @wasl/embedded-postgres: a PostgreSQL for programs that were given none. */
export { freePort } from './free-port.ts'
export type { Log } from './log.ts'
export { ANOTHER_FOLDER, EmbeddedPostgresProblem, OWN_SERVER } from './problem.ts'
export { startEmbeddedPostgres } from './start.ts'
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start.ts'
