import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'
import { TextField } from '../components/field.tsx'
import { canUsePasskeys, usePasskeyOf } from '../session/passkeys.ts'
import { Problem } from '../problems/problem.tsx'
import { textIn } from '../texts/text-in.ts'
import { useTexts } from '../texts/texts.ts'
import { SIGN_IN } from './sign-in.texts.ts'

export type SignedIn = AnswerOf<'POST /account/v1/sign-in/password'>

const byPasskey = async (): Promise<SignedIn> => {
  const { options } = await on('POST /account/v1/sign-in/passkey/options')({})
  const response = await usePasskeyOf(options)
  return on('POST /account/v1/sign-in/passkey')({ body: { response } })
}

export type SignInFormProps = {
  onSignedIn: (person: SignedIn) => void
  /** The address of the person who is expected, where that is known. */
  email?: string | undefined
}

/** Signs a person in: with a passkey first, else with a password and a code. */
export const SignInForm = ({ onSignedIn, email }: SignInFormProps) => {
  const t = useTexts(SIGN_IN)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const signIn = (run: () => Promise<SignedIn>): void => {
    setBusy(true)
    setError(null)
    run().then(onSignedIn, (failure: unknown) => {
      setError(failure)
      setBusy(false)
    })
  }
  return (
    <>
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
        email={email}
        onSend={(body) => signIn(() => on('POST /account/v1/sign-in/password')({ body }))}
      />
    </>
  )
}

type PasswordFormProps = {
  isBusy: boolean
  email: string | undefined
  onSend: (body: { email: string; password: string; code: string }) => void
}

const PasswordForm = ({ isBusy, email, onSend }: PasswordFormProps) => {
  const t = useTexts(SIGN_IN)
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
        defaultValue={email}
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
