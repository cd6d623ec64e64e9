import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { on } from '../api/call.ts'
import { TextField } from '../shared/field.tsx'
import { canUsePasskeys, usePasskeyOf } from '../shared/passkeys.ts'
import { Problem } from '../shared/problem.tsx'
import { textIn } from '../shared/text-in.ts'
import { useTexts } from '../shared/texts.ts'
import { CardPage } from './card-page.tsx'
import { ACCOUNT } from './texts.ts'
import { wayBack, type Side } from './way-back.ts'

type SignedIn = { side: Side }

/** Leads the person to where they came from. A whole new page: nothing of before stays in memory. */
const leave = ({ side }: SignedIn): void => {
  const asked = new URLSearchParams(location.search).get('back')
  location.assign(wayBack(asked, location.origin, side))
}

const byPasskey = async (): Promise<SignedIn> => {
  const { options } = await on('POST /account/v1/sign-in/passkey/options')({})
  const response = await usePasskeyOf(options)
  return on('POST /account/v1/sign-in/passkey')({ body: { response } })
}

/** The page for signing in: a passkey first, else a password with a code. */
export const SignIn = () => {
  const t = useTexts(ACCOUNT)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const signIn = (run: () => Promise<SignedIn>): void => {
    setBusy(true)
    setError(null)
    run().then(leave, (failure: unknown) => {
      setError(failure)
      setBusy(false)
    })
  }
  return (
    <CardPage title={t('sign_in')}>
      <Problem error={error} />
      {canUsePasskeys() && (
        <>
          <button
            type="button"
            className="btn main"
            disabled={isBusy}
            onClick={() => signIn(byPasskey)}
          >
            <IconFingerprint aria-hidden />
            {t('by_passkey')}
          </button>
          <p className="or">{t('or')}</p>
        </>
      )}
      <PasswordForm
        isBusy={isBusy}
        onSend={(body) => signIn(() => on('POST /account/v1/sign-in/password')({ body }))}
      />
      <p className="sm">
        <a className="link" href="/account/till">
          {t('at_till')}
        </a>
      </p>
    </CardPage>
  )
}

type PasswordFormProps = {
  isBusy: boolean
  onSend: (body: { email: string; password: string; code: string }) => void
}

const PasswordForm = ({ isBusy, onSend }: PasswordFormProps) => {
  const t = useTexts(ACCOUNT)
  const [isRecovery, setRecovery] = useState(false)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const text = (name: string) => textIn(form, name)
        onSend({ email: text('email'), password: text('password'), code: text('code').trim() })
      }}
    >
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <TextField
        key={isRecovery ? 'recovery' : 'app'}
        label={t(isRecovery ? 'recovery_code' : 'code')}
        name="code"
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        dir="ltr"
        minLength={6}
        maxLength={40}
        required
        hint={
          <button type="button" className="btn plain" onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'use_app' : 'use_recovery')}
          </button>
        }
      />
      <button type="submit" className="btn" disabled={isBusy}>
        {t('by_password')}
      </button>
    </form>
  )
}
