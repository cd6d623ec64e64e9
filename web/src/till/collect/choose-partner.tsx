import { useEffect, useState } from 'react'
import { useLanguage } from '../../texts/language.ts'
import { useTexts } from '../base/texts.ts'
import { payeeName, useMe } from '../session/me.ts'
import { keep, kept } from '../store/database.ts'
import { COLLECT } from './texts.ts'

const LAST_PARTNER = 'partner'

/** The partner who is paid, kept from the last payment; not asked when there is one alone. */
export const usePartner = (): [string, (partnerId: string) => void] => {
  const { payees } = useMe()
  const [partnerId, setPartnerId] = useState(payees[0]?.partnerId ?? '')
  useEffect(() => {
    void kept<string>(LAST_PARTNER).then((last) => {
      if (payees.some((payee) => payee.partnerId === last)) setPartnerId(last as string)
    })
  }, [payees])
  const choose = (chosen: string): void => {
    setPartnerId(chosen)
    void keep(LAST_PARTNER, chosen)
  }
  return [partnerId, choose]
}

export type ChoosePartnerProps = {
  partnerId: string
  onPartner: (partnerId: string) => void
}

export const ChoosePartner = ({ partnerId, onPartner }: ChoosePartnerProps) => {
  const t = useTexts(COLLECT)
  const me = useMe()
  const { language } = useLanguage()
  if (me.payees.length < 2) return null
  return (
    <label className="lab">
      {t('payee')}
      <select className="way" value={partnerId} onChange={({ target }) => onPartner(target.value)}>
        {me.payees.map((payee) => (
          <option key={payee.partnerId} value={payee.partnerId}>
            {payeeName(me, payee.partnerId, language)}
          </option>
        ))}
      </select>
    </label>
  )
}
