import { useState } from 'react'
import type { Handover } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Go, Trouble, Waiting } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useLooking } from '../base/use-answer.ts'
import { holderOf, useMe } from '../session/me.ts'
import { Given } from './given.tsx'
import { Offer } from './offer.tsx'
import type { People } from './people.ts'
import { Receive } from './receive.tsx'
import { HANDOVER } from './texts.ts'

/** While somebody waits for the other, the list is asked again this often. */
const LOOK_MS = 3_000

/** Cash from one person to another: both count without seeing the other's count. */
export const HandoverScreen = () => {
  const t = useTexts(HANDOVER)
  const me = useMe()
  const own = holderOf(me)
  const { answer, error, again, look } = useAnswer(`handovers ${own}`, async () => {
    const [agents, open] = await Promise.all([
      on('GET /channel/v1/agents')({ query: { limit: '200' } }),
      on('GET /channel/v1/handovers')({ query: { status: 'offered', limit: '200' } }),
    ])
    return { agents: agents.items, open: open.items }
  })
  useLooking(look, LOOK_MS)
  // The code is in the answer to the offer alone, and nowhere else.
  const [offered, setOffered] = useState<{ handoverId: string; code: string; amount: number }>()
  const [taking, setTaking] = useState<Handover>()
  if (answer === undefined && error !== undefined) return <Trouble error={error} onAgain={again} />
  if (answer === undefined) return <Waiting />
  const { agents, open } = answer
  const nameOf = (holder: string): string =>
    agents.find(({ agentId }) => agentId === holder)?.name ?? t('safe')
  const people: People = { me, own, agents, nameOf }
  if (taking !== undefined) {
    return <Receive people={people} handover={taking} onDone={() => setTaking(undefined)} />
  }
  const given = open.find(({ from }) => from === own)
  if (offered !== undefined || given !== undefined) {
    const handoverId = offered?.handoverId ?? given?.handoverId ?? ''
    return (
      <Given
        key={handoverId}
        people={people}
        handoverId={handoverId}
        code={offered?.code ?? null}
        amount={offered?.amount ?? null}
        onDone={() => {
          setOffered(undefined)
          again()
        }}
      />
    )
  }
  const incoming = open.filter(({ to }) => to === own)
  return (
    <>
      {incoming.map((handover) => (
        <Incoming
          key={handover.handoverId}
          name={nameOf(handover.from)}
          onReceive={() => setTaking(handover)}
        />
      ))}
      {incoming.length === 0 && <Offer people={people} onOffered={setOffered} />}
    </>
  )
}

const Incoming = ({ name, onReceive }: { name: string; onReceive: () => void }) => {
  const t = useTexts(HANDOVER)
  return (
    <div className="tile ask" role="status">
      <h1>{t.rich('incoming', { name: <OutsideText>{name}</OutsideText> })}</h1>
      <Go onClick={onReceive}>{t('receive')}</Go>
    </div>
  )
}
