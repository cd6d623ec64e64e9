import { SignInForm, type SignedIn } from '../sign-in/sign-in-form.tsx'
import { useTexts } from '../texts/texts.ts'
import { CardPage } from './card-page.tsx'
import { ACCOUNT } from './texts.ts'
import { wayBack } from './way-back.ts'

/** Leads the person to where they came from. A whole new page: nothing of before stays in memory. */
const leave = ({ side }: SignedIn): void => {
  const asked = new URLSearchParams(location.search).get('back')
  location.assign(wayBack(asked, location.origin, side))
}

/** The page for signing in: a passkey first, else a password with a code. */
export const SignIn = () => {
  const t = useTexts(ACCOUNT)
  return (
    <CardPage title={t('sign_in')}>
      <SignInForm onSignedIn={leave} />
      <p className="sm">
        <a className="link" href="/account/till">
          {t('at_till')}
        </a>
      </p>
    </CardPage>
  )
}
