import type { ReactNode } from 'react'
import { TextField } from '../components/field.tsx'
import { textIn } from '../texts/text-in.ts'
import { useTexts } from '../texts/texts.ts'
import { AppSecret, type AppSecretProps } from './app-secret.tsx'
import { ACCOUNT } from './texts.ts'

type OneFieldProps = {
  /** The field that is sent. */
  name: string
  isBusy: boolean
  onSend: (text: string) => void
  onCancel: () => void
}

const OneField = ({
  name,
  isBusy,
  onSend,
  onCancel,
  children,
}: OneFieldProps & { children: ReactNode }) => {
  const t = useTexts(ACCOUNT)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(textIn(event.currentTarget, name))
      }}
    >
      {children}
      <div className="acts">
        <button type="submit" className="btn main" disabled={isBusy}>
          {t('save')}
        </button>
        <button type="button" className="btn plain" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}

/** The field for a password that a person chooses. */
export const NewPasswordField = () => {
  const t = useTexts(ACCOUNT)
  return (
    <TextField
      label={t('new_password')}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={12}
      required
      hint={t('password_hint')}
    />
  )
}

export const PasswordForm = (props: Omit<OneFieldProps, 'name'>) => (
  <OneField name="password" {...props}>
    <NewPasswordField />
  </OneField>
)

export const AppForm = ({
  secret,
  uri,
  ...props
}: AppSecretProps & Omit<OneFieldProps, 'name'>) => (
  <OneField name="code" {...props}>
    <AppSecret secret={secret} uri={uri} />
  </OneField>
)
