import { useId, useState } from 'react'
import type { Deposit } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Clock } from '../base/clock.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Trouble, Waiting, Way } from '../base/parts.tsx'
import { useTexts, type Texts } from '../base/texts.ts'
import { useAnswer, useCall } from '../base/use-answer.ts'
import { holderOf, useMe } from '../session/me.ts'
import { withKey } from '../collect/kept-keys.ts'
import { Count } from '../shift/count.tsx'
import { sumOf, type Pieces } from '../shift/notes.ts'

const DEPOSIT = {
  title: { en: 'A bag for the bank', fr: 'Un sac pour la banque', ar: 'كيس للبنك' },
  seal: { en: 'Number on the seal', fr: 'Numéro du scellé', ar: 'رقم الختم' },
  close: {
    en: 'Close the bag with {amount}',
    fr: 'Fermer le sac avec {amount}',
    ar: 'أغلق الكيس وفيه {amount}',
  },
  way: { en: 'On the way to the bank', fr: 'En route vers la banque', ar: 'في الطريق إلى البنك' },
  slip: { en: 'Number of the bank’s slip', fr: 'Numéro du bordereau', ar: 'رقم وصل البنك' },
  deposited: { en: 'I deposited it', fr: 'Je l’ai déposé', ar: 'أودعته' },
  bag: { en: 'Bag {number}', fr: 'Sac {number}', ar: 'الكيس {number}' },
  notCounted: {
    en: 'Count the notes and coins first.',
    fr: 'Comptez d’abord les billets et les pièces.',
    ar: 'عُدّ الأوراق والقطع أولًا.',
  },
  noSlip: {
    en: 'Type the number of the bank’s slip first.',
    fr: 'Indiquez d’abord le numéro du bordereau.',
    ar: 'اكتب رقم وصل البنك أولًا.',
  },
  carrier: {
    en: 'Who takes it to the bank',
    fr: 'Qui le porte à la banque',
    ar: 'من يحمله إلى البنك',
  },
  nobody: { en: 'Nobody of the list', fr: 'Personne de la liste', ar: 'لا أحد من القائمة' },
  noSeal: { en: 'Bag without a number', fr: 'Sac sans numéro', ar: 'كيس بلا رقم' },
} as const satisfies Texts

/** Cash on its way to the bank: the bag is counted and closed, then the slip is recorded. */
export const DepositScreen = () => {
  const t = useTexts(DEPOSIT)
  const { answer, error, again } = useAnswer('deposits', () =>
    on('GET /channel/v1/deposits')({ query: { status: 'bagged', limit: '50' } }),
  )
  return (
    <>
      <NewBag onBagged={again} />
      {answer === undefined && error === undefined && <Waiting />}
      <Trouble error={error} onAgain={again} />
      {answer !== undefined && answer.items.length > 0 && (
        <section className="rows" aria-label={t('way')}>
          <h2>{t('way')}</h2>
          {answer.items.map((one) => (
            <OnItsWay key={one.depositId} deposit={one} onDeposited={again} />
          ))}
        </section>
      )}
    </>
  )
}

const NewBag = ({ onBagged }: { onBagged: () => void }) => {
  const t = useTexts(DEPOSIT)
  const from = holderOf(useMe())
  const [pieces, setPieces] = useState<Pieces>({})
  const [bag, setBag] = useState('')
  const [carriedBy, setCarriedBy] = useState('')
  const amount = sumOf(pieces)
  const bagging = useCall(async () => {
    const seal = bag.trim()
    const body = {
      from,
      amount,
      ...(seal !== '' && { bag: seal }),
      ...(carriedBy !== '' && { carriedBy }),
    }
    // The same bag until the platform has answered: a lost answer makes no second one.
    await withKey(`${from} bag ${amount} ${seal} ${carriedBy}`, (idempotencyKey) =>
      noting(on('POST /channel/v1/deposits')({ body, idempotencyKey })),
    )
    setPieces({})
    setBag('')
    setCarriedBy('')
    onBagged()
  })
  return (
    <>
      <h1>{t('title')}</h1>
      <Count pieces={pieces} onPieces={setPieces} />
      <label className="lab">
        {t('seal')}
        <span className="entry">
          <input dir="ltr" value={bag} onChange={({ target }) => setBag(target.value)} />
        </span>
      </label>
      {from.startsWith('safe_') && <Carrier carriedBy={carriedBy} onCarrier={setCarriedBy} />}
      <Trouble error={bagging.error} />
      <Act>
        <Go
          disabled={amount === 0 || bagging.isBusy}
          why={amount === 0 ? t('notCounted') : undefined}
          onClick={() => bagging.run()}
        >
          <span>{t.rich('close', { amount: <Amount dinars={amount} decimals="auto" /> })}</span>
        </Go>
      </Act>
    </>
  )
}

type CarrierProps = { carriedBy: string; onCarrier: (agentId: string) => void }

/** Of a bag of the safe: the agent who has it until the bank does. */
const Carrier = ({ carriedBy, onCarrier }: CarrierProps) => {
  const t = useTexts(DEPOSIT)
  const { answer } = useAnswer('agents', () =>
    on('GET /channel/v1/agents')({ query: { limit: '200' } }),
  )
  const active = answer?.items.filter(({ status }) => status === 'active') ?? []
  return (
    <label className="lab">
      {t('carrier')}
      <select className="way" value={carriedBy} onChange={({ target }) => onCarrier(target.value)}>
        <option value="">{t('nobody')}</option>
        {active.map(({ agentId, name }) => (
          <option key={agentId} value={agentId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

const OnItsWay = ({
  deposit: { depositId, bag, amount, baggedAt },
  onDeposited,
}: {
  deposit: Deposit
  onDeposited: () => void
}) => {
  const t = useTexts(DEPOSIT)
  const [number, setNumber] = useState('')
  const why = useId()
  const recording = useCall(async () => {
    await noting(
      on('POST /channel/v1/deposits/{depositId}/deposited')({
        params: { depositId },
        body: { slip: { number: number.trim() } },
      }),
    )
    onDeposited()
  })
  return (
    <div className="tile ask">
      <p className="strong">
        {bag === null ? t('noSeal') : t.rich('bag', { number: <bdi className="ref">{bag}</bdi> })} ·{' '}
        <Amount dinars={amount} decimals="auto" /> · <Clock at={baggedAt} shows="both" />
      </p>
      <label className="lab">
        {t('slip')}
        <span className="entry">
          <input dir="ltr" value={number} onChange={({ target }) => setNumber(target.value)} />
        </span>
      </label>
      <Trouble error={recording.error} />
      <Way
        disabled={number.trim() === '' || recording.isBusy}
        aria-describedby={number.trim() === '' ? why : undefined}
        onClick={() => recording.run()}
      >
        {t('deposited')}
      </Way>
      {number.trim() === '' && (
        <p className="why center" id={why}>
          {t('noSlip')}
        </p>
      )}
    </div>
  )
}
