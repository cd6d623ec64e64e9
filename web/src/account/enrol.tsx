import { useState } from 'react'
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'
import { ApiFailure } from '../api/failure.ts'
import { OutsideText } from '../problems/outside-text.tsx'
import { Problem } from '../problems/problem.tsx'
import { useTexts } from '../texts/texts.ts'
import { CardPage } from './card-page.tsx'
import { ENROL } from './enrol.texts.ts'

type Device = AnswerOf<'POST /account/v1/devices/enrol'>

/** The page that the link of a device opens. A press enrols, so that a preview of the link does not. */
export const Enrol = () => {
  const t = useTexts(ENROL)
  const [device, setDevice] = useState<Device | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const enrol = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const body = { token: location.hash.slice(1) }
      setDevice(await on('POST /account/v1/devices/enrol')({ body }))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const isEnded = error instanceof ApiFailure && (error.status === 404 || error.status === 400)
  return (
    <CardPage title={t('title')}>
      {isEnded ? (
        <div className="notice wait" role="alert">
          <div>
            <p className="strong">{t('ended')}</p>
            <p>{t('endedHow')}</p>
          </div>
        </div>
      ) : (
        <Problem error={error} />
      )}
      {device === null ? (
        <>
          <p>{t('says')}</p>
          {!isEnded && (
            <button
              type="button"
              className="btn main"
              disabled={isBusy}
              onClick={() => void enrol()}
            >
              {t('enrol')}
            </button>
          )}
        </>
      ) : (
        <>
          <p className="notice done" role="status">
            {t.rich('done', { name: <OutsideText key="name">{device.name}</OutsideText> })}
          </p>
          <a className="btn main" href="/till">
            {t('open')}
          </a>
        </>
      )}
    </CardPage>
  )
}
