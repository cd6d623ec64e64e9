import type { RunningPlatform } from '@wasl/platform'
import type { Accounts } from './accounts.ts'
import type { Api } from './api.ts'
import type { Faults } from './faults.ts'
import type { Feed } from './feed.ts'

/** A running `wasl dev`: everything that its commands use. */
export type Session = {
  api: Api
  accounts: Accounts
  operatorKey: string
  clock: RunningPlatform['local']['clock']
  people: RunningPlatform['local']['people']
  /** Where partners live; null with one database. */
  homes: RunningPlatform['local']['homes']
  faults: Faults
  feed: Feed
  platformUrl: string
  apiUrl: string
  webhookUrl: string
}
