import { useEffect, useState } from 'react'
import { IntlProvider } from 'react-intl'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { LOCALES, useLanguage } from '../../texts/language.ts'
import { PinSignIn } from '../../sign-in/pin/pin-sign-in.tsx'
import { Trouble, Waiting } from '../base/parts.tsx'

const leadToSignIn = (): void => {
  const back = location.pathname + location.search
  location.assign(`/account/sign-in?back=${encodeURIComponent(back)}`)
}

/** Nobody is signed in: a name and a PIN on a shared till, the page for signing in elsewhere. */
export const SignedOut = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const { language } = useLanguage()
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    on('GET /account/v1/device')({}).then(
      () => setShared(true),
      (failure: unknown) =>
        failure instanceof ApiFailure && failure.status === 401
          ? leadToSignIn()
          : setError(failure),
    )
  }, [])
  return (
    <main className="in">
      <Trouble error={error} />
      {!isShared && error === null && <Waiting />}
      {isShared && (
        <IntlProvider
          locale={LOCALES[language]}
          // The texts are the default messages: their plurals follow this language.
          defaultLocale={LOCALES[language]}
          onError={() => undefined}
        >
          <PinSignIn onSignedIn={onSignedIn} />
        </IntlProvider>
      )}
    </main>
  )
}
