import type { AgentRecord } from '@wasl/protocol'
import type { Me } from '../session/me.ts'

/** Who may give and receive cash here. */
export type People = {
  me: Me
  /** Whose cash this till hands over. */
  own: string
  agents: AgentRecord[]
  nameOf: (holder: string) => string
}
