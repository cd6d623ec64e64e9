import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { TextField } from '../../components/field.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Problem } from '../../problems/problem.tsx'
import { textIn } from '../../texts/text-in.ts'
import { useTexts } from '../../texts/texts.ts'
import { PIN } from './pin.texts.ts'

export type PinFormProps = {
  person: { agentId: string; name: string; hasPin: boolean }
  onSignedIn: () => void
  onBack: () => void
}

/** The PIN of one agent; the first time, the supervisor's code and a PIN to choose. */
export const PinForm = ({ person, onSignedIn, onBack }: PinFormProps) => {
  const t = useTexts(PIN)
  const [isChoosing, setChoosing] = useState(!person.hasPin)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (form: HTMLFormElement): Promise<void> => {
    const text = (name: string) => textIn(form, name).replaceAll(/\s/g, '')
    const { agentId } = person
    const pin = text('pin')
    setBusy(true)
    setError(null)
    try {
      await (isChoosing
        ? on('POST /account/v1/device/pin')({ body: { agentId, code: text('code'), pin } })
        : on('POST /account/v1/sign-in/pin')({ body: { agentId, pin } }))
      onSignedIn()
    } catch (failure) {
      setError(failure)
      setBusy(false)
      form.reset()
    }
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <h2>
        <OutsideText>{person.name}</OutsideText>
      </h2>
      <Problem error={error} />
      <TriesLeft error={error} />
      {isChoosing && <CodeField />}
      <PinField key={isChoosing ? 'new' : 'known'} isChoosing={isChoosing} />
      <button type="submit" className="btn main big" disabled={isBusy}>
        {t(isChoosing ? 'choose' : 'enter')}
      </button>
      {!isChoosing && (
        <button type="button" className="btn plain" onClick={() => setChoosing(true)}>
          {t('forgot')}
        </button>
      )}
      <button type="button" className="btn plain" onClick={onBack}>
        {t('another')}
      </button>
    </form>
  )
}

const TriesLeft = ({ error }: { error: unknown }) => {
  const t = useTexts(PIN)
  const left = error instanceof ApiFailure ? error.body['triesLeft'] : undefined
  return typeof left === 'number' ? <p className="strong">{t('tries', { count: left })}</p> : null
}

const CodeField = () => {
  const t = useTexts(PIN)
  return (
    <div className="pin-field">
      <TextField
        label={t('code')}
        name="code"
        inputMode="numeric"
        autoComplete="off"
        pattern="[0-9 ]{8,9}"
        required
        autoFocus
      />
    </div>
  )
}

const PinField = ({ isChoosing }: { isChoosing: boolean }) => {
  const t = useTexts(PIN)
  return (
    <div className="pin-field">
      <TextField
        label={t(isChoosing ? 'new_pin' : 'pin')}
        name="pin"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        pattern="[0-9]{4,8}"
        maxLength={8}
        required
        autoFocus={!isChoosing}
        {...(isChoosing && { hint: t('pin_hint') })}
      />
    </div>
  )
}
