import { randomUUID, wallClock } from '../../base/chance.ts'

/**
 * The id of a request: a UUID of version 7. It begins with the time, so that a table whose rows are in
 * order of time finds it without an index of its own (W140).
 */
export const newRequestId = (): string => {
  const time = wallClock().getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
