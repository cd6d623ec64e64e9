import pg from 'pg'

/**
 * Stops the platform's dispatcher at its first claim, so that a scenario does not also measure the
 * deliveries of its events. Every claim writes attempts; this lock makes it wait.
 */
export const holdDeliveries = async (databaseUrl: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  // When a scenario fails, dropping the database ends this connection.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; lock table webhook_attempts in share mode')
  return () => client.end()
}
