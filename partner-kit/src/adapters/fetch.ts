/**
 * `@wasl/partner-kit/fetch`: the partner in a server that speaks fetch. Tested on Node alone;
 * another runtime (Bun, Deno, workers) must have what the kit uses of Node: its crypto, fs, timers
 * and util modules, `Buffer` and `process`.
 */
import type { Partner } from '../partner.ts'

export type FetchHandler = (request: Request) => Promise<Response>

/**
 * The partner as a function from `Request` to `Response`:
 *
 *     Deno.serve(toFetchHandler(partner))
 *     Bun.serve({ fetch: toFetchHandler(partner, (request) => shop(request)) })
 *
 * What lies outside the partner's paths is given to `otherwise`; without it, it is 404 in JSON. The
 * path of the API URL is the partner's `basePath`.
 */
export const toFetchHandler =
  (
    partner: Partner,
    otherwise?: (request: Request) => Response | Promise<Response>,
  ): FetchHandler =>
  async (request) => {
    const isOurs = otherwise === undefined || partner.owns(new URL(request.url).pathname)
    return isOurs ? partner.fetch(request) : otherwise(request)
  }
