import { useState } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Trouble } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { Count } from '../shift/count.tsx'
import { sumOf, type Pieces } from '../shift/notes.ts'
import type { People } from './people.ts'
import { HANDOVER } from './texts.ts'

export type OfferProps = {
  people: People
  onOffered: (offered: { handoverId: string; code: string; amount: number }) => void
}

/** The giver counts, and gets the code to say. */
export const Offer = ({ people: { me, own, agents }, onOffered }: OfferProps) => {
  const t = useTexts(HANDOVER)
  const safe = `safe_${me.till.channelId.slice('chn_'.length)}`
  const others = agents.filter(({ agentId, status }) => agentId !== own && status === 'active')
  const receivers = [
    ...(own === safe ? [] : [{ holder: safe, name: t('safe') }]),
    ...others.map(({ agentId, name }) => ({ holder: agentId, name })),
  ]
  const [to, setTo] = useState(receivers[0]?.holder ?? '')
  const [pieces, setPieces] = useState<Pieces>({})
  const amount = sumOf(pieces)
  const offering = useCall(async () => {
    const { handoverId, code } = await noting(
      on('POST /channel/v1/handovers')({ body: { from: own, to, amount } }),
    )
    onOffered({ handoverId, code, amount })
  })
  return (
    <>
      <h1>{t('countFirst')}</h1>
      <label className="lab">
        {t('toWhom')}
        <select className="way" value={to} onChange={({ target }) => setTo(target.value)}>
          {receivers.map(({ holder, name }) => (
            <option key={holder} value={holder}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Count pieces={pieces} onPieces={setPieces} />
      <Trouble error={offering.error} />
      <Act>
        <Go
          disabled={amount === 0 || to === '' || offering.isBusy}
          why={amount === 0 ? t('notCounted') : undefined}
          onClick={() => offering.run()}
        >
          <span>{t.rich('offer', { amount: <Amount dinars={amount} decimals="auto" /> })}</span>
        </Go>
      </Act>
    </>
  )
}
