/** The operations of the document by tag, as every form of the API reference lists them. Pure. */
import {
  operationsAt,
  type OpenApiDocument,
  type PathItem,
  type TitledOperation,
} from './open-api-document.ts'

export type Group = { name: string; description: string; placed: TitledOperation[] }

/**
 * Operations by tag, in the order of the tags; webhooks follow the operations that receive them.
 */
export const groupsOf = (document: OpenApiDocument): Group[] => {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => placedAt(path, item))
  const webhooks = Object.entries(document.webhooks).flatMap(([event, item]) =>
    placedAt(event, item).map(({ operation, place }) => ({ operation, place, method: 'event' })),
  )
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    placed: [...paths, ...webhooks].filter(({ operation }) => operation.tags.includes(name)),
  }))
}

const placedAt = (path: string, item: PathItem): TitledOperation[] =>
  operationsAt(item).map(({ operation, method }) => ({
    operation,
    method,
    place: `${item.servers?.[0]?.url ?? ''}${path}`,
  }))
