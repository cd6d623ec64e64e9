import { IconCash, IconPrinter } from '@tabler/icons-react'
import { Go, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { PRINTER } from './texts.ts'
import { loadPrinter, usePrinter } from './use-printer.ts'

export type PrintWayProps = {
  label: string
  /** Null while it is fetched, and for papers that the platform has not made. */
  picture: Blob | null
  isReady: boolean
  why: string
}

/** Prints a paper: on the receipt printer that the till drives, else in the browser's own dialog. */
export const PrintWay = ({ label, picture, isReady, why }: PrintWayProps) => {
  const t = useTexts(PRINTER)
  const hasPrinter = usePrinter()
  const printing = useCall(async () => {
    if (picture === null) return print()
    await (await loadPrinter()).printPicture(picture)
  })
  const opening = useCall(async () => (await loadPrinter()).openDrawer())
  const isDirect = hasPrinter && picture !== null
  const failed = printing.error ?? opening.error
  return (
    <>
      {failed !== null && (
        <p className="notice stop" role="alert">
          {t('failed')}
        </p>
      )}
      <Go
        disabled={!isReady || printing.isBusy}
        why={isReady ? undefined : why}
        onClick={() => (isDirect ? printing.run() : print())}
      >
        <IconPrinter aria-hidden />
        {label}
      </Go>
      {failed !== null && <Way onClick={() => print()}>{t('withDialog')}</Way>}
      {isDirect && (
        <Way disabled={opening.isBusy} onClick={() => opening.run()}>
          <IconCash aria-hidden />
          {t('drawer')}
        </Way>
      )}
    </>
  )
}
