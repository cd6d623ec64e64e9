import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { permissionsOfPerson } from '../../parties/people/session.ts'
import { addAdmitted } from '../server/admitted.ts'
import { ApiError } from '../../base/api-error.ts'
import { addTables } from '../server/routes.ts'
import { noteCaller } from '../server/subject.ts'
import type { AccountDeps, PersonCaller } from './account-deps.ts'
import { credentials } from './credentials.ts'
import { devices } from './devices.ts'
import { security } from './security.ts'
import { sessions } from './sessions.ts'

/** A user's own account (D29). Every route needs a session; a key opens none. */
export const accountApi = (app: FastifyInstance, deps: AccountDeps): void => {
  const handlers = {
    sessions: sessions(deps),
    credentials: credentials(deps),
    devices: devices(deps),
    security: security(deps),
  }
  addAdmitted(
    app,
    async (request): Promise<PersonCaller> => {
      const person = await deps.sessionGate.admit(request, 'PERSON401_UNAUTHORIZED')
      // A page asks first who is signed in, so a request without a session does not count as a
      // guess.
      if (person === null) throw new ApiError('PERSON401_UNAUTHORIZED')
      noteCaller(request, { userId: person.userId })
      return { person, permissions: permissionsOfPerson(person) }
    },
    (scope, callerOf) =>
      addTables(scope, OPERATIONS.account, handlers, { admitted: 'person', callerOf }),
  )
}
