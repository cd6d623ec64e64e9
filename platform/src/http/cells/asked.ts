/** A request as the router reads it, after its schemas have checked it. */
export type AskedRequest = {
  params: Fields
  query: Fields
  body: Fields
  caller: Fields
}

export type Fields = Readonly<Record<string, unknown>>

/** A handler whatever its operation is. */
export type AnyHandler = (request: object, refuse: unknown) => unknown

export const asked = (request: object): AskedRequest => {
  const { params, query, body, caller } = request as Record<string, unknown>
  return {
    params: fieldsOf(params),
    query: fieldsOf(query),
    body: fieldsOf(body),
    caller: fieldsOf(caller),
  }
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
