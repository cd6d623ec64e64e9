import { useTexts } from '../base/texts.ts'
import { TAKING } from './taking.texts.ts'

/** The address of a payment that somebody else opened, or on another device. */
export const Gone = () => {
  const t = useTexts(TAKING)
  return (
    <>
      <h1>{t('payment')}</h1>
      <p className="notice">{t('gone')}</p>
    </>
  )
}
