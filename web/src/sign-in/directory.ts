/** Signing in through the directory of a company: what this browser remembers of it. */
import { on } from '../api/call.ts'

const KEPT = 'wasl.organisation'

/** What comes back to this tab from the directory. */
const UNDER_WAY = 'wasl.directory'

export type UnderWay = { organisation: string; back: string | null; again: boolean }

const ORGANISATION = /^(?:operator|prt_[1-9][0-9]*)$/

/** Through whose directory this browser signs in: as the address says, else as it did before. */
export const organisationHere = (): string | null => {
  const asked = new URLSearchParams(location.search).get('organisation')
  const known = asked ?? localStorage.getItem(KEPT) ?? ''
  return ORGANISATION.test(known) ? known : null
}

/** The page on which people of this directory sign in. */
export const directoryAddress = (organisation: string, again = false): string =>
  `/account/sign-in?organisation=${organisation}${again ? '&again=1' : ''}`

/** Leads to the page of the directory, which leads back to `/account/directory`. */
export const goToDirectory = async (underWay: UnderWay): Promise<void> => {
  const { organisation, again } = underWay
  const { url } = await on('POST /account/v1/sign-in/directory/start')({
    body: { organisation, again },
  })
  sessionStorage.setItem(UNDER_WAY, JSON.stringify(underWay))
  location.assign(url)
}

/** What this tab began, once. */
export const takeUnderWay = (): UnderWay | null => {
  const text = sessionStorage.getItem(UNDER_WAY)
  sessionStorage.removeItem(UNDER_WAY)
  return text === null ? null : (JSON.parse(text) as UnderWay)
}

export const rememberOrganisation = (organisation: string): void =>
  localStorage.setItem(KEPT, organisation)
