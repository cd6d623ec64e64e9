import { PinSignIn } from '../sign-in/pin/pin-sign-in.tsx'
import { useTexts } from '../texts/texts.ts'
import { CardPage } from './card-page.tsx'
import { ACCOUNT } from './texts.ts'

/** The page of an enrolled device: who is it, and the PIN. */
export const SharedTill = () => {
  const t = useTexts(ACCOUNT)
  return (
    <CardPage title={t('sign_in')}>
      <PinSignIn onSignedIn={() => location.assign('/till')} />
    </CardPage>
  )
}
