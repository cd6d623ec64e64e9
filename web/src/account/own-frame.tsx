import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { on } from '../api/call.ts'
import { Mark } from '../frame/brand.tsx'
import { useMe } from '../session/session.ts'
import { useTexts } from '../texts/texts.ts'
import { ACCOUNT } from './texts.ts'
import { wayBack } from './way-back.ts'

const signOut = (): void => {
  const leave = () => location.assign('/account/sign-in')
  on('POST /account/v1/session/end')({}).then(leave, leave)
}

/** The frame of a signed-in person's own pages. */
export const OwnFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const t = useTexts(ACCOUNT)
  const me = useMe()
  return (
    <main className="own">
      <title>{`${title} · Wasl`}</title>
      <header className="own-bar">
        <span className="mark">
          <Mark />
          <span>Wasl · وصل</span>
        </span>
        <a className="btn plain" href={wayBack(null, location.origin, me.side)}>
          <IconArrowLeft aria-hidden className="flip" />
          {t('back')}
        </a>
        <button type="button" className="btn" onClick={signOut}>
          {t('sign_out')}
        </button>
      </header>
      <h1>{title}</h1>
      {children}
    </main>
  )
}
