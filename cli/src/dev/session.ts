import type { RunningPlatform, Send } from '@wasl/platform'
import type { Accounts } from './accounts.ts'
import type { Api } from './api.ts'
import type { Faults } from './faults.ts'
import type { Feed } from './feed.ts'
import type { PartnerWords } from './partner-words.ts'

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
  /** What the developer's server said when it refused. */
  words: PartnerWords
  /** Calls the developer's server outside the platform and the faults. */
  send: Send
  /** Fulfilled by the first acknowledged event of this run. */
  acknowledged: Promise<void>
  platformUrl: string
  apiUrl: string
  webhookUrl: string
}
