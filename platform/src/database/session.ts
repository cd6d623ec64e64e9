/**
 * What every session of ours has, whatever the server, the database or the role has for a default,
 * because our statements and how we read their answers rest on it:
 *
 * - times in UTC and in ISO's order, so that they are read as what they are;
 * - the schema in which the migrations made everything, and no table of the same name in another;
 * - `read committed`: a statement that comes after a lock sees what was committed while it waited.
 */
export const SESSION = {
  timezone: 'UTC',
  datestyle: 'ISO',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
}

/** A server that is there says so at once; one that is not may never answer. */
const CONNECT_TIMEOUT_MS = 5_000

/**
 * The way to a database with these settings for its session, and how long it may take. What the URL
 * itself asks for in `?options=` is kept and goes before ours: pg would have it in place of them.
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

/** Settings as the start of a session takes them: a space within a value is escaped. */
const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\\s]/g, String.raw`\$&`)}`)
    .join(' ')
