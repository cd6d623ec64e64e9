import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../parties/people/session.ts'
import type { PersonCaller } from './account-deps.ts'

/** The signed-in user, who changes their own credentials. */
export const ownerOf = ({ person }: PersonCaller, request: FastifyRequest) => ({
  userId: person.userId,
  partnerId: person.partnerId,
  sessionId: person.sessionId,
  actor: actorOf(person, request.id),
})
