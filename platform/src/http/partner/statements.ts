import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type { Documents } from '../../money/settlement/documents/documents.ts'
import { LinesDropped } from '../../money/settlement/documents/with-document.ts'
import { ownerOfPartner } from '../../money/settlement/fees/owner.ts'
import { listStatements } from '../../money/settlement/statements/read.ts'
import { documentAnswer, documentLanguage, manifestAnswer } from '../bodies/statement-document.ts'
import { statementRecordOf } from '../bodies/statement.ts'
import { statementIn } from '../bodies/statement-id.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { countListCall } from './list-limit.ts'
import { createPartnerGate, LIST_LIMITS, type PartnerGateLimits } from './partner-gate.ts'
import { forLists, type ListCaller, type PartnerKeys } from './partner.ts'

export type PartnerStatementsDeps = PartnerKeys & {
  documents: Documents
}

const { statements } = OPERATIONS.partner

/** A document is kept on the disk until its reader has it. */
const DOWNLOAD_LIMITS: PartnerGateLimits = { inFlightMax: 2, waitingMax: 4 }

/** A partner's closed statements and their documents (D32). */
export const partnerStatements = (app: FastifyInstance, deps: PartnerStatementsDeps): void =>
  forLists(app, { ...deps, countCall: countListCall(deps.databaseOf) }, (scope, options) =>
    addRoutes(scope, statements, deps.spread(statements, deps, handlersOf), options),
  )

const handlersOf = ({
  db: { partnerLists },
  documents,
}: PartnerStatementsDeps): Handlers<typeof statements, ListCaller> => {
  const lists = createPartnerGate(LIST_LIMITS)
  const downloads = createPartnerGate(DOWNLOAD_LIMITS)
  /** Another partner's statement gets the same answer as one that does not exist. */
  const own = (params: { statementId: string }, partnerId: number) => {
    const asked = statementIn(params)
    return asked?.partnerId === partnerId ? asked : null
  }

  return {
    async listOwnStatements({ query, caller: { partnerId } }) {
      const page = { limit: query.limit + 1, beforeId: readCursor(query.cursor, readUuid) }
      const filter = { ...EVERY, of: ownerOfPartner(partnerId) }
      const rows = await lists.within(partnerId, () => listStatements(partnerLists, filter, page))
      const { items, nextCursor } = pageOf(rows, query.limit, {
        idOf: (row) => row.statementId,
        toItem: statementRecordOf,
      })
      return { items: items.filter((item) => item !== null), nextCursor }
    },

    async downloadOwnStatement({ params, query, caller: { partnerId }, request }, refuse) {
      const of = own(params, partnerId)
      if (of === null) throw refuse('STATEMENT404_NOT_FOUND')
      const { format } = query
      const language = documentLanguage(query.lang, request)
      const release = await downloads.hold(partnerId)
      try {
        const document = await documents.document(of, format, language)
        if (document === null) throw refuse('STATEMENT404_NOT_FOUND')
        return documentAnswer(document, format, release)
      } catch (error) {
        release()
        throw error instanceof LinesDropped ? refuse('STATEMENT410_LINES_DROPPED') : error
      }
    },

    async downloadOwnManifest({ params, caller: { partnerId } }, refuse) {
      const of = own(params, partnerId)
      if (of === null) throw refuse('STATEMENT404_NOT_FOUND')
      const release = await downloads.hold(partnerId)
      try {
        const manifest = await documents.manifest(of)
        if (manifest === null) throw refuse('STATEMENT404_NOT_FOUND')
        return manifestAnswer(manifest)
      } catch (error) {
        throw error instanceof LinesDropped ? refuse('STATEMENT410_LINES_DROPPED') : error
      } finally {
        release()
      }
    },
  }
}

const EVERY = { status: null, from: null, to: null, isClosed: true }
