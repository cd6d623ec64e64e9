import type { OPERATIONS } from '@wasl/protocol/operations'
import type { FoundSession } from '../../parties/people/find-session.ts'
import type { Permitted } from '../server/permitted.ts'
import type { Handlers } from '../server/routes.ts'
import type { SessionGate } from '../server/session-gate.ts'
import type { SignInDeps } from './signing-in.ts'

/** What the operations of signed-in users need. */
export type AccountDeps = SignInDeps & { sessionGate: SessionGate }

/** Any signed-in user. */
export type PersonCaller = Permitted & { person: FoundSession }

type Tables = typeof OPERATIONS.account

export type AccountHandlers<Name extends keyof Tables> = Handlers<Tables[Name], PersonCaller>
