import { useState } from 'react'
import { LANGUAGES, useLanguage, type Language } from '../texts/language.ts'
import { APP } from './app.texts.ts'
import { Link } from './base/link.tsx'
import { Go, Trouble, Way } from './base/parts.tsx'
import { useTexts } from './base/texts.ts'
import { useCall } from './base/use-answer.ts'
import { recordsOf } from './outbox/keep.ts'
import { PrinterWay } from './print/printer-way.tsx'
import { RollChoice } from './print/roll-choice.tsx'
import { redemptionOf } from './refund/redemption.ts'
import { signOut, useMe } from './session/me.ts'
import { useKept } from './store/use-kept.ts'

const NAMES = { ar: 'العربية', fr: 'Français', en: 'English' } as const

/** Everything that a till does; a place without the right for it is not shown. */
const PLACES = [
  ['collect', 'cash.receive'],
  ['round', 'cash.receive'],
  ['today', 'payments.view'],
  ['shift', 'cash.count'],
  ['handover', 'cash.receive'],
  ['refund', 'payments.refund'],
  ['deposit', 'deposits.make'],
  ['team', 'cash.adjust'],
  ['outbox', null],
] as const

/** The ways through the till. */
export const MenuScreen = () => {
  const t = useTexts(APP)
  const { language, choose } = useLanguage()
  const { session, till } = useMe()
  // Couriers alone lock the references of a day.
  const isOf = (place: string): boolean => place !== 'round' || till.kind === 'DELIVERY'
  const may = (permission: string | null): boolean =>
    permission === null || session.permissions.some((one) => one === permission)
  return (
    <>
      <h1>{t('till')}</h1>
      <nav className="places">
        {PLACES.filter(([place, permission]) => isOf(place) && may(permission)).map(([place]) => (
          <Link key={place} to={place === 'collect' ? [] : [place]} className="way">
            {t(place)}
          </Link>
        ))}
      </nav>
      <label className="lab">
        {t('language')}
        <select
          className="way"
          value={language}
          onChange={({ target }) => choose(target.value as Language)}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {NAMES[one]}
            </option>
          ))}
        </select>
      </label>
      <RollChoice />
      <PrinterWay />
      <SignOut />
    </>
  )
}

/** What waits for the network stays on this device, and the screen says so before somebody signs out. */
const SignOut = () => {
  const t = useTexts(APP)
  const { userId } = useMe().session
  const records = useKept(userId, () => recordsOf(userId)) ?? []
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy, error } = useCall(async () => {
    await signOut()
    location.assign('/till')
  })
  const refund = useKept(userId, () => redemptionOf(userId))
  const isWaiting =
    records.some(({ state }) => state === 'waiting') ||
    (refund && refund.state !== 'given') === true
  if (isAsked && isWaiting) {
    return (
      <div className="tile ask" role="alertdialog" aria-label={t('signOut')}>
        <p>{t('stillWaits')}</p>
        <Go onClick={() => setAsked(false)}>{t('stay')}</Go>
        <Way look="stop" disabled={isBusy} onClick={() => run()}>
          {t('signOutAnyway')}
        </Way>
        <Trouble error={error} />
      </div>
    )
  }
  return (
    <>
      <Way look="plain" disabled={isBusy} onClick={() => (isWaiting ? setAsked(true) : run())}>
        {t('signOut')}
      </Way>
      <Trouble error={error} />
    </>
  )
}
