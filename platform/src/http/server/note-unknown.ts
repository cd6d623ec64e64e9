import { ERRORS } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/api-error.ts'
import type { NoteBooked } from '../../operations/restores/note-booked.ts'
import type { Notes } from '../../operations/restores/notes.ts'
import type { NoteUnknown, Unknown } from '../../operations/restores/note-unknown.ts'
import { NAMED, type NamedKind } from '../../operations/restores/named.ts'
import { ownerNumberOfId, partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { uuidIn } from './uuid-in.ts'
import { callerIdsOf, fieldsOf } from './subject.ts'

const KINDS = Object.keys(NAMED) as NamedKind[]

/** What says how much cash changed hands, and when. Nothing of the payer. */
const FACTS = ['amount', 'takenAt', 'takenBy'] as const

const FACT_LENGTH_MAX = 40

/**
 * Notes what known callers name and nobody here knows, before they are answered with 404 (W286), and the references
 * that partners say are paid, before their channels are answered so (W296). Call it before adding any route.
 *
 * @returns these notes, for what routes note themselves.
 */
export const noteUnknownThings = (app: FastifyInstance, notes: Notes): Notes => {
  const { unknown, booked } = notes
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ApiError)) return
    if (ERRORS[error.code].status === 404) await noteUnknown(request, unknown)
    if (error.code === 'REFERENCE409_ALREADY_PAID') {
      await noteBooked(request, error.explanation ?? '', booked)
    }
  })
  return notes
}

const noteUnknown = async (request: FastifyRequest, note: NoteUnknown): Promise<void> => {
  const params = fieldsOf(request.params)
  const kind = KINDS.find((name) => typeof params[name] === 'string')
  const id = kind === undefined ? null : uuidIn(params[kind] as string)
  const by = callerOf(request)
  if (kind === undefined || id === null || by === null) return
  if (by.partnerId !== null && partnerWireId(ownerNumberOfId(id) ?? 0) !== by.partnerId) return
  await note({ kind, id, wanted: wantedOf(request), by: by.id, facts: factsOf(request.body) })
}

const noteBooked = async (
  request: FastifyRequest,
  answer: string,
  note: NoteBooked,
): Promise<void> => {
  const { channelId: by } = callerIdsOf(request)
  const { partnerId: wireId, reference } = fieldsOf(request.body)
  const partnerId = typeof wireId === 'string' ? partnerNumber(wireId) : null
  if (by === undefined || partnerId === null || typeof reference !== 'string') return
  await note({ partnerId, reference, wanted: wantedOf(request), by, answer })
}

const wantedOf = (request: FastifyRequest): string =>
  `${request.method} ${request.routeOptions.url ?? ''}`

const callerOf = (request: FastifyRequest): { id: string; partnerId: string | null } | null => {
  const { channelId, operatorKeyId, userId, partnerId } = callerIdsOf(request)
  const id = userId ?? channelId ?? operatorKeyId ?? partnerId
  return id === undefined ? null : { id, partnerId: partnerId ?? null }
}

const factsOf = (body: unknown): Unknown['facts'] => {
  const fields = fieldsOf(body)
  return Object.fromEntries(
    FACTS.map((name) => [name, fields[name]] as const).filter(
      (entry): entry is readonly [(typeof FACTS)[number], string | number] =>
        typeof entry[1] === 'number' ||
        (typeof entry[1] === 'string' && entry[1].length <= FACT_LENGTH_MAX),
    ),
  )
}
