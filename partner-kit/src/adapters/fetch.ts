/**
 * `@wasl/partner-kit/fetch`: the partner in a fetch server. Tested on Node.js only. Other runtimes
 * (Bun, Deno, workers) need Node's modules crypto, fs, timers and util, `Buffer` and `process`.
 */
import type { Partner } from '../partner.ts'

export type FetchHandler = (request: Request) => Promise<Response>

/**
 * The partner as a function from `Request` to `Response`:
 *
 *     Deno.serve(toFetchHandler(partner))
 *     Bun.serve({ fetch: toFetchHandler(partner, (request) => shop(request)) })
 *
 * Requests outside the partner's paths go to `otherwise`; without it they get 404. The partner's
 * `basePath` is the path of the API URL.
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
