import pg from 'pg'

/**
 * Holds the platform's dispatcher at its first claim, so that a scenario measures what it is named
 * for and not the deliveries that its events set off: every claim writes the attempts it claims, and
 * this takes the lock it needs for that.
 */
export const holdDeliveries = async (databaseUrl: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  // Dropped with its database when a scenario fails.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; lock table webhook_attempts in share mode')
  return () => client.end()
}
