/** Where people go after they signed in. */

export type Side = 'operator' | 'channel' | 'partner'

const HOME = { operator: '/console', channel: '/till', partner: '/portal' } as const

const APPLICATION = /^\/(?:console|portal|till|account)(?:[/?#]|$)/

/**
 * Where the person came from, when that is one of our own applications; else the application of their
 * side. A link of a stranger leads nowhere else.
 *
 * @example wayBack('//evil.example', 'https://pay.example', 'partner') // '/portal'
 */
export const wayBack = (asked: string | null, origin: string, side: Side): string => {
  if (asked === null || !URL.canParse(asked, origin)) return HOME[side]
  const url = new URL(asked, origin)
  const path = `${url.pathname}${url.search}${url.hash}`
  const isOwn = url.origin === origin && APPLICATION.test(path)
  return isOwn && !path.startsWith('/account/sign-in') ? path : HOME[side]
}
