/**
 * The settings of every session, whatever the defaults of the server, the database or the role. Our
 * statements, and how we read their answers, depend on them:
 *
 * - times in UTC and in ISO order;
 * - the schema in which the migrations made everything, and no table of the same name in another
 *   one;
 * - `read committed`: a statement that runs after a lock sees what was committed while it waited.
 */
export const SESSION = {
  timezone: 'UTC',
  datestyle: 'ISO',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
}

/** A reachable server accepts at once; an unreachable one may never answer. */
const CONNECT_TIMEOUT_MS = 5_000

/**
 * A connection's settings and limits. Settings in the URL's own `?options=` are kept and come
 * before ours; pg would replace ours with them.
 */
export const connectionTo = (
  url: string,
  settings: Record<string, string>,
): { connectionString: string; options: string; connectionTimeoutMillis: number } => {
  const ours = asOptions(settings)
  const connectionTimeoutMillis = CONNECT_TIMEOUT_MS
  const way = new URL(url)
  const asked = way.searchParams.get('options')
  if (asked === null) return { connectionString: url, options: ours, connectionTimeoutMillis }
  way.searchParams.delete('options')
  return { connectionString: way.href, options: `${asked} ${ours}`, connectionTimeoutMillis }
}

/** Settings in the form of a session's start: spaces within a value are escaped. */
const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\\s]/g, String.raw`\$&`)}`)
    .join(' ')
