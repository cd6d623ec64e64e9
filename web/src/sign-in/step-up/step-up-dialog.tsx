import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { on } from '../../api/call.ts'
import { serverNow } from '../../api/server-time.ts'
import type { CallInput } from '../../api/contract.ts'
import { TextField } from '../../components/field.tsx'
import { isCancelled, usePasskeyOf } from '../../session/passkeys.ts'
import type { Session } from '../../session/session.ts'
import { DirectoryLink } from '../directory-link.tsx'
import { watchOtherTab } from '../other-tab.ts'
import { Problem } from '../../problems/problem.tsx'
import { useTexts } from '../../texts/texts.ts'
import './step-up.css'
import { STEP_UP } from './step-up.texts.ts'

export type StepUpDialogProps = { onConfirmed: () => void; onCancelled: () => void }

type StepUpBody = CallInput<'POST /account/v1/step-up'>['body']

type Ways = { options: { challenge: string } | null; code: boolean; directory: string | null }

const hasNoWay = ({ options, code, directory }: Ways): boolean =>
  options === null && !code && directory === null

const isSteppedUp = ({ steppedUpUntil }: Session): boolean =>
  steppedUpUntil !== null && Date.parse(steppedUpUntil) > serverNow()

/** Asks the person to confirm who they are: with a passkey, or with a code. */
export const StepUpDialog = ({ onConfirmed, onCancelled }: StepUpDialogProps) => {
  const t = useTexts(STEP_UP)
  const dialog = useRef<HTMLDialogElement>(null)
  const [ways, setWays] = useState<Ways | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    dialog.current?.showModal()
    on('POST /account/v1/step-up/options')({}).then(setWays, setError)
  }, [])
  // Somebody of a directory confirms on another tab.
  useEffect(() => watchOtherTab((session) => isSteppedUp(session) && onConfirmed()), [onConfirmed])

  const confirm = async (body: () => Promise<StepUpBody>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await on('POST /account/v1/step-up')({ body: await body() })
      onConfirmed()
    } catch (failure) {
      setError(failure)
      // A challenge is used once.
      if (!isCancelled(failure)) on('POST /account/v1/step-up/options')({}).then(setWays, setError)
      setBusy(false)
    }
  }
  const options = ways?.options ?? null
  return (
    <dialog
      ref={dialog}
      className="card ask"
      aria-labelledby="step-up-title"
      onCancel={(event) => {
        event.preventDefault()
        onCancelled()
      }}
    >
      <div className="body form">
        <h2 id="step-up-title">{t('title')}</h2>
        <p className="soft">{t('why')}</p>
        <Problem error={error} />
        {ways !== null && hasNoWay(ways) && <p>{t('no_way')}</p>}
        {ways?.directory != null && <DirectoryLink organisation={ways.directory} again />}
        {options !== null && (
          <button
            type="button"
            className="btn main"
            disabled={isBusy}
            onClick={() => void confirm(async () => ({ response: await usePasskeyOf(options) }))}
          >
            <IconFingerprint aria-hidden />
            {t('passkey')}
          </button>
        )}
        {ways?.code === true && (
          <CodeForm
            isMain={options === null}
            isBusy={isBusy}
            onCode={(code) => void confirm(() => Promise.resolve({ code }))}
          />
        )}
        <button type="button" className="btn plain" onClick={onCancelled}>
          {t('cancel')}
        </button>
      </div>
    </dialog>
  )
}

type CodeFormProps = { isMain: boolean; isBusy: boolean; onCode: (code: string) => void }

const CodeForm = ({ isMain, isBusy, onCode }: CodeFormProps) => {
  const t = useTexts(STEP_UP)
  const [code, setCode] = useState('')
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onCode(code)
      }}
    >
      <TextField
        label={t('code')}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        minLength={6}
        maxLength={40}
        onChange={({ target }) => setCode(target.value)}
      />
      <button type="submit" className={isMain ? 'btn main' : 'btn'} disabled={isBusy}>
        {t('confirm')}
      </button>
    </form>
  )
}
