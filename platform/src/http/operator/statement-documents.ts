import { LinesDropped } from '../../money/settlement/documents/with-document.ts'
import { documentAnswer, documentLanguage, manifestAnswer } from '../bodies/statement-document.ts'
import { statementIn } from '../bodies/statement-id.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The documents of partners' statements (D32). A channel's statement has none. */
export const statementDocuments = ({
  documents,
}: RouteDeps): OperatorHandlers<'statementDocuments'> => ({
  async downloadStatement({ params, query, request }, refuse) {
    const of = statementIn(params)
    const { format } = query
    const language = documentLanguage(query.lang, request)
    try {
      const document = of && (await documents.document(of, format, language))
      if (document === null) throw refuse('STATEMENT404_NOT_FOUND')
      return documentAnswer(document, format)
    } catch (error) {
      throw error instanceof LinesDropped ? refuse('STATEMENT410_LINES_DROPPED') : error
    }
  },

  async downloadManifest({ params }, refuse) {
    const of = statementIn(params)
    try {
      const manifest = of && (await documents.manifest(of))
      if (manifest === null) throw refuse('STATEMENT404_NOT_FOUND')
      return manifestAnswer(manifest)
    } catch (error) {
      throw error instanceof LinesDropped ? refuse('STATEMENT410_LINES_DROPPED') : error
    }
  },
})
