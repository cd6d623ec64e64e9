import { IconBarcode, IconCamera, IconX } from '@tabler/icons-react'
import { lazy, useEffect, useState, type FormEvent } from 'react'
import { Reference } from '../../shared/outside-text.tsx'
import { useLanguage } from '../../shared/language.ts'
import { Clock } from '../base/clock.tsx'
import { Link } from '../base/link.tsx'
import { useNetwork } from '../base/network.ts'
import { Act } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { recordsOf } from '../outbox/keep.ts'
import { payeeName, useMe } from '../session/me.ts'
import { roundOf } from '../store/payments.ts'
import { useKept } from '../store/use-kept.ts'
import { takeUpdate } from '../worker/start.ts'
import { ChoosePartner, usePartner } from './choose-partner.tsx'
import { readCode } from './code.ts'
import { openReference, showPayment } from './open.ts'
import { useReader } from './reader.ts'
import { COLLECT } from './texts.ts'

/** What is refused was asked of the platform, so the network is there. */
const Refusal = lazy(async () => ({ default: (await import('./refusal.tsx')).Refusal }))

/** How many of the last receipts are one touch away. */
const LAST_MAX = 2

const Entry = ({ text, onText }: { text: string; onText: (text: string) => void }) => {
  const t = useTexts(COLLECT)
  return (
    <>
      <h1>
        <label htmlFor="reference">{t('reference')}</label>
      </h1>
      <div className="entry">
        <input
          id="reference"
          value={text}
          onChange={({ target }) => onText(target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="ltr"
        />
        {text !== '' && (
          <button type="button" aria-label={t('clear')} onClick={() => onText('')}>
            <IconX aria-hidden />
          </button>
        )}
      </div>
    </>
  )
}

/** The first of three touches: which reference. */
export const CollectScreen = () => {
  const t = useTexts(COLLECT)
  const me = useMe()
  const { language } = useLanguage()
  const { isAway } = useNetwork()
  const [text, setText] = useState('')
  const [partnerId, choosePartner] = usePartner()
  // Nothing is under way here, so a new version may take over.
  useEffect(takeUpdate, [])
  const opening = useCall(async (code: string) => {
    const read = readCode(code)
    if (read.kind === 'qr') return go(['qr', read.token])
    const { reference } = read
    setText(reference)
    const ofRound = (await roundOf(me.session.userId)).find(
      ({ payment }) => payment.reference === reference,
    )
    if (ofRound !== undefined) return go(['pay', ofRound.paymentId])
    const payment = await openReference(me, { partnerId, reference })
    await showPayment(me, payment, payeeName(me, payment.partnerId, language))
  })
  useReader(opening.run)
  if (opening.error !== null) {
    return (
      <Refusal
        error={opening.error}
        reference={text}
        payee={payeeName(me, partnerId, language)}
        onAgain={() => opening.run(text)}
        onLeave={() => {
          setText('')
          opening.clear()
        }}
      />
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') opening.run(text)
  }
  return (
    <form className="in-form" onSubmit={submit}>
      <Entry text={text} onText={setText} />
      <p className="ready">
        <IconBarcode aria-hidden />
        {isAway ? t('offlineEntry') : t('reader')}
      </p>
      <ChoosePartner partnerId={partnerId} onPartner={choosePartner} />
      <Link to={['scan']} className="way">
        <IconCamera aria-hidden />
        {t('camera')}
      </Link>
      <LastReceipts />
      <Act>
        <button type="submit" className="go" disabled={text.trim() === '' || opening.isBusy}>
          {t('next')}
        </button>
      </Act>
    </form>
  )
}

const LastReceipts = () => {
  const t = useTexts(COLLECT)
  const { userId } = useMe().session
  const records = useKept(userId, () => recordsOf(userId)) ?? []
  const last = records.filter(({ state }) => state === 'confirmed').slice(0, LAST_MAX)
  if (last.length === 0) return null
  return (
    <div className="last">
      <p>{t('last')}</p>
      {last.map(({ paymentId, reference, takenAt }) => (
        <div key={paymentId}>
          <span>
            <Reference>{reference}</Reference>{' '}
            <span className="soft">
              <Clock at={takenAt} />
            </span>
          </span>
          <Link to={['receipt', paymentId]}>{t('again')}</Link>
        </div>
      ))}
    </div>
  )
}
