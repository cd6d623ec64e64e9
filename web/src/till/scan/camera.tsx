import { Act, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { SCAN } from './texts.ts'
import { useCamera } from './use-camera.ts'

export type CameraProps = {
  onCode: (text: string) => void
  /** Another way than the camera, and its name. */
  onLeave: () => void
  leave: string
}

/** The picture of the camera, until it has read a code. */
export const Camera = ({ onCode, onLeave, leave }: CameraProps) => {
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
        <Way onClick={onLeave}>{leave}</Way>
      </Act>
    </>
  )
}
