import { IconBuilding } from '@tabler/icons-react'
import { useState } from 'react'
import { Problem } from '../problems/problem.tsx'
import { DIRECTORY_SIGN_IN } from '../sign-in/directory.texts.ts'
import { goToDirectory, type UnderWay } from '../sign-in/directory.ts'
import { useTexts } from '../texts/texts.ts'

/** Leads to the directory of the company. */
export const DirectoryButton = (underWay: UnderWay) => {
  const t = useTexts(DIRECTORY_SIGN_IN)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const go = (): void => {
    setBusy(true)
    setError(null)
    goToDirectory(underWay).catch((failure: unknown) => {
      setError(failure)
      setBusy(false)
    })
  }
  return (
    <>
      <Problem error={error} />
      <button type="button" className="btn main" disabled={isBusy} onClick={go}>
        <IconBuilding aria-hidden />
        {t('byDirectory')}
      </button>
    </>
  )
}
