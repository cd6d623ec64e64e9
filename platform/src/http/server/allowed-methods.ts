import type { FastifyInstance } from 'fastify'

/** The methods of a path, as `Allow` lists them; empty when no route has the path. */
export type AllowedMethods = (path: string) => string[]

/** Remembers every route that is added from now on, to tell a wrong method from a wrong path. */
export const collectAllowedMethods = (app: FastifyInstance): AllowedMethods => {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  return (path) => {
    const methods = new Set<string>()
    for (const route of routes.values()) {
      if (!route.pattern.test(path)) continue
      for (const name of route.methods) methods.add(name)
    }
    return [...methods].toSorted()
  }
}

/** `/payments/:paymentId/confirm` as a pattern: each parameter is one segment, and `*` is the rest. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((segment) => {
        if (segment === '*') return '.*'
        return segment.startsWith(':') ? '[^/]+' : escaped(segment)
      })
      .join('/')}$`,
  )

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
