import { SignInForm, type SignedIn } from '../sign-in/sign-in-form.tsx'
import { DIRECTORY_SIGN_IN } from '../sign-in/directory.texts.ts'
import { organisationHere } from '../sign-in/directory.ts'
import { SIGN_IN } from '../sign-in/sign-in.texts.ts'
import { useTexts } from '../texts/texts.ts'
import { CardPage } from './card-page.tsx'
import { DirectoryButton } from './directory-button.tsx'
import { ACCOUNT } from './texts.ts'
import { wayBack } from './way-back.ts'

const asked = (name: string): string | null => new URLSearchParams(location.search).get(name)

/** Leads the person to where they came from. A whole new page: nothing of before stays in memory. */
const leave = ({ side }: SignedIn): void =>
  location.assign(wayBack(asked('back'), location.origin, side))

/**
 * The page for signing in: through the company where the address or this browser knows one, a passkey, or a
 * password with a code.
 */
export const SignIn = () => {
  const t = useTexts(ACCOUNT)
  const form = useTexts(SIGN_IN)
  const organisation = organisationHere()
  if (organisation !== null && asked('again') === '1')
    return <Confirm organisation={organisation} />
  return (
    <CardPage title={t('sign_in')}>
      {organisation !== null && (
        <>
          <DirectoryButton organisation={organisation} back={asked('back')} again={false} />
          <p className="or">{form('or')}</p>
        </>
      )}
      <SignInForm onSignedIn={leave} />
      <p className="sm">
        <a className="link" href="/account/till">
          {t('at_till')}
        </a>
      </p>
    </CardPage>
  )
}

/** Somebody of a directory shows there again who they are. */
const Confirm = ({ organisation }: { organisation: string }) => {
  const t = useTexts(DIRECTORY_SIGN_IN)
  return (
    <CardPage title={t('confirmTitle')}>
      <p className="soft">{t('confirmWhy')}</p>
      <DirectoryButton organisation={organisation} back={null} again />
    </CardPage>
  )
}
