import { useEffect, useState } from 'react'
import { on } from '../api/call.ts'
import { Problem } from '../problems/problem.tsx'
import { DIRECTORY_SIGN_IN } from '../sign-in/directory.texts.ts'
import { rememberOrganisation, takeUnderWay } from '../sign-in/directory.ts'
import { Loading } from './section.tsx'
import { useTexts } from '../texts/texts.ts'
import { CardPage } from './card-page.tsx'
import { ACCOUNT } from './texts.ts'
import { wayBack } from './way-back.ts'

/** One answer of the directory is sent once, however often the page is drawn. */
let sent: Promise<boolean> | null = null

/** Signs in with what the directory has sent. True when it only confirmed who the person is. */
const signIn = async (): Promise<boolean> => {
  const callback = location.search
  // A code in the history of the browser is of no use to anybody.
  history.replaceState(null, '', location.pathname)
  const underWay = takeUnderWay()
  const { side } = await on('POST /account/v1/sign-in/directory')({ body: { callback } })
  if (underWay !== null) rememberOrganisation(underWay.organisation)
  if (underWay?.again === true) return true
  location.assign(wayBack(underWay?.back ?? null, location.origin, side))
  return false
}

/** The page to which the directory of a company leads the browser back. */
export const Directory = () => {
  const t = useTexts(DIRECTORY_SIGN_IN)
  const account = useTexts(ACCOUNT)
  const [error, setError] = useState<unknown>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  // Somebody who opens the page by its address brings no answer of a directory.
  const [hasAnswer] = useState(() => sent !== null || location.search !== '')
  useEffect(() => {
    if (!hasAnswer) return
    sent ??= signIn()
    sent.then(setConfirmed, setError)
  }, [hasAnswer])
  return (
    <CardPage title={account('sign_in')}>
      <Problem error={error} />
      {(error !== null || !hasAnswer) && (
        <a className="btn" href="/account/sign-in">
          {t('begin')}
        </a>
      )}
      {isConfirmed && <p role="status">{t('confirmed')}</p>}
      {error === null && hasAnswer && !isConfirmed && (
        <>
          <p role="status">{t('coming')}</p>
          <Loading />
        </>
      )}
    </CardPage>
  )
}
