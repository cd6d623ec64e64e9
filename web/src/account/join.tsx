import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { on } from '../api/call.ts'
import type { CallInput } from '../api/contract.ts'
import { TextField } from '../components/field.tsx'
import { useLanguage } from '../texts/language.ts'
import { canUsePasskeys, makePasskey } from '../session/passkeys.ts'
import { Problem } from '../problems/problem.tsx'
import { textIn } from '../texts/text-in.ts'
import { useTexts } from '../texts/texts.ts'
import { AppSecret } from './app-secret.tsx'
import { browserOf } from './browser-of.ts'
import type { Invited } from './invited.ts'
import { INVITATION } from './invitation.texts.ts'
import { NewPasswordField } from './password-forms.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ACCOUNT } from './texts.ts'
import { wayBack } from './way-back.ts'

type Self = { name?: string; email?: string }

type Step =
  | { kind: 'choose' }
  | { kind: 'password'; self: Self; secret: string; uri: string }
  | { kind: 'codes'; codes: string[] }

type Credentials = CallInput<'POST /account/v1/invitations/accept'>['body']['credentials']

export type JoinProps = { token: string; invited: Invited }

/** The person chooses how to sign in, and joins. */
export const Join = ({ token, invited }: JoinProps) => {
  const { language } = useLanguage()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const leave = () => location.assign(wayBack(null, location.origin, invited.side))

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const accept = async (self: Self, credentials: Credentials): Promise<void> => {
    const body = { token, ...self, language, credentials }
    const { recoveryCodes } = await on('POST /account/v1/invitations/accept')({ body })
    if (recoveryCodes.length === 0) leave()
    else setStep({ kind: 'codes', codes: recoveryCodes })
  }
  const byPasskey = async (self: Self): Promise<void> => {
    const body = { token, ...self }
    const { options } = await on('POST /account/v1/invitations/passkey/options')({ body })
    const response = await makePasskey(options)
    const { browser, system } = browserOf(navigator.userAgent)
    const name = [browser, system].filter(Boolean).join(', ') || 'Passkey'
    await accept(self, { passkey: { name, response } })
  }
  const startPassword = async (self: Self): Promise<void> => {
    const body = { token, ...self }
    const secret = await on('POST /account/v1/invitations/totp/options')({ body })
    setStep({ kind: 'password', self, ...secret })
  }
  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onKept={leave} />
  return (
    <>
      <Problem error={error} />
      {step.kind === 'choose' ? (
        <Choose
          invited={invited}
          isBusy={isBusy}
          onPasskey={(self) => void run(() => byPasskey(self))}
          onPassword={(self) => void run(() => startPassword(self))}
        />
      ) : (
        <PasswordStep
          secret={step.secret}
          uri={step.uri}
          isBusy={isBusy}
          onBack={() => setStep({ kind: 'choose' })}
          onSend={(password, code) =>
            void run(() => accept(step.self, { password: { password, secret: step.secret, code } }))
          }
        />
      )}
    </>
  )
}

type ChooseProps = {
  invited: Invited
  isBusy: boolean
  onPasskey: (self: Self) => void
  onPassword: (self: Self) => void
}

const Choose = ({ invited: { name, email }, isBusy, onPasskey, onPassword }: ChooseProps) => {
  const t = useTexts(INVITATION)
  const account = useTexts(ACCOUNT)
  const selfIn = (form: HTMLFormElement): Self => ({
    ...(name === null && { name: textIn(form, 'name').trim() }),
    ...(email === null && textIn(form, 'email') !== '' && { email: textIn(form, 'email').trim() }),
  })
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent
        const self = selfIn(event.currentTarget)
        if (submitter?.getAttribute('value') === 'password') onPassword(self)
        else onPasskey(self)
      }}
    >
      {name === null && (
        <TextField label={t('name')} name="name" autoComplete="name" maxLength={100} required />
      )}
      {email === null && (
        <TextField label={account('email')} name="email" type="email" autoComplete="email" />
      )}
      <h2>{t('choose')}</h2>
      {canUsePasskeys() && (
        <div>
          <button type="submit" value="passkey" className="btn main wide" disabled={isBusy}>
            <IconFingerprint aria-hidden />
            {t('by_passkey')}
          </button>
          <p className="why">{t('passkey_why')}</p>
        </div>
      )}
      <button type="submit" value="password" className="btn" disabled={isBusy}>
        {t('by_password')}
      </button>
    </form>
  )
}

type PasswordStepProps = {
  secret: string
  uri: string
  isBusy: boolean
  onSend: (password: string, code: string) => void
  onBack: () => void
}

const PasswordStep = ({ secret, uri, isBusy, onSend, onBack }: PasswordStepProps) => {
  const t = useTexts(INVITATION)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        onSend(textIn(form, 'password'), textIn(form, 'code'))
      }}
    >
      <NewPasswordField />
      <AppSecret secret={secret} uri={uri} />
      <button type="submit" className="btn main" disabled={isBusy}>
        {t('join')}
      </button>
      <button type="button" className="btn plain" onClick={onBack}>
        {t('back')}
      </button>
    </form>
  )
}
