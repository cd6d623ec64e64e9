/** Who works at this till: asked of the platform, and kept for the time without the network. */
import { createContext, useContext } from 'react'
import type { OwnSession, Payee, TillRecord } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { noting } from '../base/network.ts'
import { keep, kept } from '../store/database.ts'

export type Me = {
  session: OwnSession
  till: TillRecord
  payees: Payee[]
}

const KEPT = 'me'

/** The longest list of partners that a till keeps. */
const PAYEES_MAX = 2_000

const listPayees = async (): Promise<Payee[]> => {
  const payees: Payee[] = []
  let cursor: string | null = null
  do {
    const page: { items: Payee[]; nextCursor: string | null } = await on(
      'GET /channel/v1/partners',
    )({ query: { limit: '200', ...(cursor !== null && { cursor }) } })
    payees.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null && payees.length < PAYEES_MAX)
  return payees
}

const ask = async (): Promise<Me> => {
  const session = await on('GET /account/v1/session')({})
  if (session.side !== 'channel') throw new NoTill()
  const [till, payees] = await Promise.all([on('GET /channel/v1/till')({}), listPayees()])
  return { session, till, payees }
}

/** Somebody is signed in who does not belong to a channel. */
export class NoTill extends Error {}

const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401

/** Who works here; null when nobody is signed in. Without an answer, who was known last. */
export const loadMe = async (): Promise<Me | null> => {
  try {
    const me = await noting(ask())
    await keep(KEPT, me)
    return me
  } catch (error) {
    if (isSignedOut(error)) {
      await keep(KEPT, null)
      return null
    }
    const last = await kept<Me | null>(KEPT)
    if (error instanceof NoTill || last === undefined || last === null) throw error
    return last
  }
}

/** Ends the session here. What waits for the network stays, for the same person. */
export const signOut = async (): Promise<void> => {
  await on('POST /account/v1/session/end')({})
  await keep(KEPT, null)
}

export const MeContext = createContext<Me | null>(null)

export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in')
  return me
}

/** The name of a partner, as this till knows it. */
export const payeeName = ({ payees }: Me, partnerId: string, language: string): string => {
  const payee = payees.find((one) => one.partnerId === partnerId)
  return (language === 'ar' ? payee?.nameAr : null) ?? payee?.name ?? partnerId
}

/** Whose cash this person counts and hands over: an agent's own, or the safe of the channel. */
export const holderOf = ({ session, till }: Me): string =>
  session.agentId ?? `safe_${till.channelId.slice('chn_'.length)}`
