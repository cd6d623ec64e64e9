import { useState } from 'react'
import type { ReceiptWidth } from '@wasl/protocol'
import { useTexts } from '../base/texts.ts'
import { chooseRoll, rollNow, ROLLS } from './roll.ts'
import { PRINTER } from './texts.ts'

/** In the menu: how wide the paper of this device's printer is. */
export const RollChoice = () => {
  const t = useTexts(PRINTER)
  const [roll, setRoll] = useState(rollNow)
  return (
    <label className="lab">
      {t('roll')}
      <select
        className="way"
        value={roll}
        onChange={({ target }) => {
          chooseRoll(target.value as ReceiptWidth)
          setRoll(rollNow())
        }}
      >
        {ROLLS.map((width) => (
          <option key={width} value={width}>
            {t('millimetres', { width })}
          </option>
        ))}
      </select>
    </label>
  )
}
