import type { Api } from './api.ts'
import type { Cast } from './cast.ts'
import type { DevClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Feed } from './feed.ts'

/** Everything that the commands of a running `wasl dev` act upon. */
export type Stage = {
  api: Api
  cast: Cast
  operatorKey: string
  clock: DevClock
  faults: Faults
  feed: Feed
  platformUrl: string
  apiUrl: string
  webhookUrl: string
}
