import './step-up/step-up.css'
import './sign-in.css'
import { useEffect, useRef } from 'react'
import { useTexts } from '../texts/texts.ts'
import { OutsideText } from '../problems/outside-text.tsx'
import { goToSignIn, type Session } from '../session/session.ts'
import { DirectoryLink } from './directory-link.tsx'
import { watchOtherTab } from './other-tab.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SIGN_IN } from './sign-in.texts.ts'

export type SignInDialogProps = {
  /** Who worked with the page until now. */
  person: Session
  onBack: () => void
}

/** Another person begins with a new page: nothing that was typed here is theirs. */
const goOn = (userId: string, person: Session, onBack: () => void): void => {
  if (userId === person.userId) onBack()
  else location.reload()
}

/**
 * Stands over the page when its session has ended. It does not close before the person is back, because
 * nothing on the page can be sent without them.
 */
export const SignInDialog = ({ person, onBack }: SignInDialogProps) => {
  const t = useTexts(SIGN_IN)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    return watchOtherTab(({ userId }) => goOn(userId, person, onBack))
  }, [person, onBack])
  return (
    <dialog
      ref={dialog}
      className="card ask sign-in-over"
      aria-labelledby="sign-in-title"
      onCancel={(event) => event.preventDefault()}
      // A browser lets a second Escape close it all the same.
      onClose={() => dialog.current?.showModal()}
    >
      <div className="body form">
        <h2 id="sign-in-title">{t('ended')}</h2>
        <p className="soft">
          {t.rich('ended_why', { name: <OutsideText key="name">{person.name}</OutsideText> })}
        </p>
        <DirectoryLink />
        <SignInForm
          email={person.email ?? undefined}
          onSignedIn={({ userId }) => goOn(userId, person, onBack)}
        />
        <button type="button" className="btn plain" onClick={goToSignIn}>
          {t('leave')}
        </button>
      </div>
    </dialog>
  )
}
