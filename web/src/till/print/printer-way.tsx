import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Trouble, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { serial } from './serial-port.ts'
import { PRINTER } from './texts.ts'
import { loadPrinter, usePrinter } from './use-printer.ts'

/** In the menu: allows a receipt printer that the till drives itself. */
export const PrinterWay = () => {
  const t = useTexts(PRINTER)
  const isThere = usePrinter()
  const [isNew, setNew] = useState(false)
  const allowing = useCall(async () => {
    const { allowPrinter } = await loadPrinter()
    await allowPrinter()
    setNew(true)
  })
  if (serial() === null) return null
  return (
    <>
      <Trouble error={allowing.error} />
      <Way onClick={() => allowing.run()}>
        <IconPrinter aria-hidden />
        {t(isThere || isNew ? 'another' : 'allow')}
      </Way>
      {(isThere || isNew) && (
        <p className="soft sm" role="status">
          {t('allowed')}
        </p>
      )}
    </>
  )
}
