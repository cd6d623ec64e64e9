import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../shared/language.ts'
import { Act, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { readCode } from '../collect/code.ts'
import { openReference, showPayment } from '../collect/open.ts'
import { Refusal } from '../collect/refusal.tsx'
import { payeeName, useMe } from '../session/me.ts'
import { kept } from '../store/database.ts'
import { roundOf } from '../store/payments.ts'
import { createDecode } from './decode.ts'
import { SCAN } from './texts.ts'

/** Between two looks at the picture. */
const PAUSE_MS = 150

type CameraState = 'starting' | 'running' | 'denied' | 'none'

/** Runs the camera until it reads a code. */
const useCamera = (onCode: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    const run = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      })
      const element = video.current
      if (isOver || element === null) return stopStream(stream)
      element.srcObject = stream
      await element.play()
      setState('running')
      const decode = await createDecode()
      while (!isOver) {
        const text = await decode(element)
        if (text !== null && !isOver) return latest.current(text)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    run().catch((error: unknown) => {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      if (!isOver) setState(isDenied ? 'denied' : 'none')
    })
    return () => {
      isOver = true
      stopStream(stream)
    }
  }, [])
  return { video, state }
}

const stopStream = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** A reference or a payer's code, by camera. */
export const ScanScreen = () => {
  const [reference, setReference] = useState('')
  const me = useMe()
  const { language } = useLanguage()
  const opening = useCall(async (text: string) => {
    const code = readCode(text)
    if (code.kind === 'qr') return go(['qr', code.token], { replace: true })
    setReference(code.reference)
    const ofRound = (await roundOf(me.session.userId)).find(
      ({ payment }) => payment.reference === code.reference,
    )
    if (ofRound !== undefined) return go(['pay', ofRound.paymentId], { replace: true })
    const partnerId = (await kept<string>('partner')) ?? me.payees[0]?.partnerId ?? ''
    const payment = await openReference(me, { partnerId, reference: code.reference })
    await showPayment(me, payment, payeeName(me, partnerId, language))
  })
  if (opening.error !== null) {
    return (
      <Refusal
        error={opening.error}
        reference={reference}
        payee=""
        onAgain={opening.clear}
        onLeave={() => go([])}
      />
    )
  }
  return <Camera onCode={opening.run} />
}

const Camera = ({ onCode }: { onCode: (text: string) => void }) => {
  const t = useTexts(SCAN)
  const { video, state } = useCamera(onCode)
  return (
    <>
      <h1>{t('title')}</h1>
      {state === 'denied' || state === 'none' ? (
        <p className="notice stop" role="alert">
          {t(state)}
        </p>
      ) : (
        <>
          <video ref={video} className="lens" muted playsInline aria-label={t('title')} />
          <p className="soft center">{t('hint')}</p>
        </>
      )}
      <Act>
        <Way onClick={() => go([])}>{t('type')}</Way>
      </Act>
    </>
  )
}
