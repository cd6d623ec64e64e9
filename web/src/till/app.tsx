import { lazy, Suspense, useEffect, useState } from 'react'
import { applyLanguage, LanguageContext, type Language } from '../texts/language.ts'
import { Trouble, Waiting } from './base/parts.tsx'
import { endedSession } from './base/session-end.ts'
import { useTexts } from './base/texts.ts'
import { APP } from './app.texts.ts'
import { Frame } from './frame.tsx'
import { forgetOld } from './outbox/keep.ts'
import { keepSending } from './outbox/send.ts'
import { Screen } from './screen.tsx'
import { askToPersist } from './store/persist.ts'
import { loadMe, MeContext, NoTill, type Me } from './session/me.ts'

export const App = ({ first }: { first: Language }) => {
  const [language, choose] = useState(first)
  useEffect(() => applyLanguage(language), [language])
  return (
    <LanguageContext value={{ language, choose }}>
      <Signed />
    </LanguageContext>
  )
}

/** Only where nobody is signed in: it brings the formatter of the other applications. */
const SignedOut = lazy(async () => ({
  default: (await import('./session/signed-out.tsx')).SignedOut,
}))

/** Without a `me` nobody is signed in. */
type Loaded = { me: Me | null } | { error: unknown } | null

const Signed = () => {
  const [loaded, setLoaded] = useState<Loaded>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isOver = false
    loadMe().then(
      (me) => {
        if (isOver) return
        endedSession.signIn = () => setLoaded({ me: null })
        if (me !== null) endedSession.clear()
        setLoaded({ me })
      },
      (error: unknown) => isOver || setLoaded({ error }),
    )
    return () => {
      isOver = true
    }
  }, [round])
  if (loaded === null) {
    return (
      <main className="in">
        <Waiting />
      </main>
    )
  }
  if ('error' in loaded) {
    return <Failed error={loaded.error} onAgain={() => setRound(round + 1)} />
  }
  if (loaded.me === null) {
    return (
      <Suspense fallback={<Waiting />}>
        <SignedOut onSignedIn={() => setRound(round + 1)} />
      </Suspense>
    )
  }
  return (
    <MeContext value={loaded.me}>
      <Working owner={loaded.me.session.userId} />
    </MeContext>
  )
}

const Failed = ({ error, onAgain }: { error: unknown; onAgain: () => void }) => {
  const t = useTexts(APP)
  return (
    <main className="in">
      <h1>{t('till')}</h1>
      {error instanceof NoTill ? (
        <div className="notice stop" role="alert">
          <div>
            <p>{t('noTill')}</p>
            <a className="link" href="/account">
              {t('account')}
            </a>
          </div>
        </div>
      ) : (
        <Trouble error={error} onAgain={onAgain} />
      )}
    </main>
  )
}

const Working = ({ owner }: { owner: string }) => {
  useEffect(() => {
    void forgetOld()
    void askToPersist()
    return keepSending(owner)
  }, [owner])
  return (
    <Frame>
      <Screen />
    </Frame>
  )
}
