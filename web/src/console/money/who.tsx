import './money.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import { useLanguage } from '../../texts/language.ts'
import { ClippedText, OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { usePartnerNameOf } from '../../lists/use-partner-name-of.ts'
import { WHO } from './who.texts.ts'

const NAMED = /^(?:prt|chn|agt|safe)_[1-9][0-9]{0,9}$/

/** The ids of one request at most, as the operation says. */
const IDS_MAX = 200

/** A name seldom changes. */
const KEPT_MS = 300_000

type Named = { name: string; nameAr: string | null }

type Waiting = { resolve: (name: Named | null) => void; reject: (error: unknown) => void }

const waiting = new Map<string, Waiting[]>()

/** All names that a page shows are asked for in one request. */
const load = (id: string): Promise<Named | null> =>
  new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(() => void flush(), 0)
    const others = waiting.get(id) ?? []
    waiting.set(id, [...others, { resolve, reject }])
  })

const flush = async (): Promise<void> => {
  const asked = [...waiting].slice(0, IDS_MAX)
  for (const [id] of asked) waiting.delete(id)
  if (waiting.size > 0) setTimeout(() => void flush(), 0)
  try {
    const ids = asked.map(([id]) => id).join(',')
    const { items } = await on('GET /operator/v1/names')({ query: { ids } })
    const names = new Map(items.map((item) => [item.id, item]))
    for (const [id, all] of asked) for (const one of all) one.resolve(names.get(id) ?? null)
  } catch (error) {
    for (const [, all] of asked) for (const one of all) one.reject(error)
  }
}

const nameQuery = (id: string) =>
  queryOptions({
    queryKey: ['name', id],
    staleTime: KEPT_MS,
    enabled: NAMED.test(id),
    queryFn: () => load(id),
  })

/** The name behind an id; the id itself until it is known, or when nobody has it. */
export const useName = (id: string): string => {
  const nameOf = usePartnerNameOf()
  const { data } = useQuery(nameQuery(id))
  return data ? nameOf(data) : id
}

type PartnerNameProps = { id: string; name: string; isClipped?: boolean }

/** A partner whose name an answer has, in the script of the page. */
export const PartnerName = ({ id, name, isClipped = false }: PartnerNameProps) => {
  const nameOf = usePartnerNameOf()
  const { language } = useLanguage()
  const { data } = useQuery({ ...nameQuery(id), enabled: language === 'ar' && NAMED.test(id) })
  const shown = data ? nameOf(data) : name
  return isClipped ? <ClippedText>{shown}</ClippedText> : <OutsideText>{shown}</OutsideText>
}

/** A partner, channel, agent or safe by name; another owner of an account in words. */
export const Who = ({ id }: { id: string }) => {
  const t = useTexts(WHO)
  const name = useName(id)
  if (id === 'operator' || id === 'clients' || id === 'own') return <>{t(id)}</>
  if (!NAMED.test(id)) return <bdi className="code">{id.slice(0, 13)}</bdi>
  const shown = <OutsideText>{name}</OutsideText>
  return (
    <span className="who" title={name}>
      {id.startsWith('safe_') ? t.rich('safe', { name: shown }) : shown}
    </span>
  )
}
