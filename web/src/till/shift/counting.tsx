import { useState } from 'react'
import { on } from '../../api/call.ts'
import { serverTime } from '../../api/server-time.ts'
import { Clock } from '../base/clock.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Huge, Trouble, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { Count, CountSlip } from './count.tsx'
import { sumOf, type Pieces } from './notes.ts'
import type { ShiftProps } from './shift-props.ts'
import { SHIFT } from './texts.ts'

/** The count of a shift: how many of each, read again, sent once. */
export const Counting = ({ shift, onChange }: ShiftProps) => {
  const t = useTexts(SHIFT)
  const [pieces, setPieces] = useState<Pieces>({})
  const [isRead, setRead] = useState(false)
  const sending = useCall(async () => {
    await noting(
      on('POST /channel/v1/shifts/{shiftId}/count')({
        params: { shiftId: shift.shiftId },
        body: { denominations: pieces },
      }),
    )
    onChange()
  })
  if (!isRead) {
    return (
      <>
        <h1>{t('howMany')}</h1>
        <Count pieces={pieces} onPieces={setPieces} />
        <Act>
          <Go onClick={() => setRead(true)}>{t('reread')}</Go>
        </Act>
      </>
    )
  }
  return (
    <>
      <div className="tile center">
        <p className="soft">{t('inTill')}</p>
        <Huge dinars={sumOf(pieces)} />
        <p className="soft sm">
          <Clock at={serverTime()} shows="day" />
        </p>
      </div>
      <div className="tile">
        <CountSlip pieces={pieces} />
      </div>
      <p className="soft sm center">{t('final')}</p>
      <Trouble error={sending.error} />
      <Act>
        <Go disabled={sending.isBusy} onClick={() => sending.run()}>
          {t('send')}
        </Go>
        <Way look="plain" onClick={() => setRead(false)}>
          {t('recount')}
        </Way>
      </Act>
    </>
  )
}
