import { IconBarcode, IconCamera, IconX } from '@tabler/icons-react'
import { lazy, useEffect, useState, type FormEvent } from 'react'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Clock } from '../base/clock.tsx'
import { Link } from '../base/link.tsx'
import { useNetwork } from '../base/network.ts'
import { Act, Go } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { recordsOf } from '../outbox/keep.ts'
import { payeeName, useMe } from '../session/me.ts'
import { startedOf } from '../store/payments.ts'
import { useKept } from '../store/use-kept.ts'
import { takeUpdate } from '../worker/start.ts'
import { ChoosePartner, usePartner } from './choose-partner.tsx'
import { loadTaking } from './load-taking.ts'
import { useReader } from './reader.ts'
import { takeScanned } from './scanned.ts'
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
          // The first thing to do here; a scanner types into it too.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
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
    setText(code.trim())
    const { openCode } = await loadTaking()
    await openCode(me, code, { partnerId, payee: payeeName(me, partnerId, language) })
  })
  useReader(opening.run)
  const { run } = opening
  useEffect(() => {
    const scanned = takeScanned()
    if (scanned !== null) run(scanned)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was scanned before this screen
  }, [])
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
        {t(isAway ? 'offlineEntry' : 'reader')}
      </p>
      <ChoosePartner partnerId={partnerId} onPartner={choosePartner} />
      <Link to={['scan']} className="way">
        <IconCamera aria-hidden />
        {t('camera')}
      </Link>
      <Started />
      <LastReceipts />
      <Act>
        <Go
          type="submit"
          disabled={text.trim() === '' || opening.isBusy}
          why={opening.isBusy ? undefined : t('nothingTyped')}
        >
          {t('next')}
        </Go>
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

/** Payments that were opened here, and neither taken nor cancelled: somebody went away from them. */
const Started = () => {
  const t = useTexts(COLLECT)
  const { userId } = useMe().session
  const started = useKept(userId, () => startedOf(userId)) ?? []
  if (started.length === 0) return null
  return (
    <div className="last">
      <p>{t('started')}</p>
      {started.map(({ paymentId, payment, payee }) => (
        <div key={paymentId}>
          <span>
            <Reference>{payment.reference}</Reference>{' '}
            <span className="soft">
              <OutsideText>{payee}</OutsideText>
            </span>
          </span>
          <Link to={['pay', paymentId]}>{t('goOn')}</Link>
        </div>
      ))}
    </div>
  )
}
