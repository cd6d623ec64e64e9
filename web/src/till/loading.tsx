import { Component, Suspense, type ReactNode } from 'react'
import { APP } from './app.texts.ts'
import { Act, Go, Waiting } from './base/parts.tsx'
import { useTexts } from './base/texts.ts'

/** Shows the screen once its file is there, and says so when the file cannot be loaded. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <Missing>
    <Suspense fallback={<Waiting />}>{children}</Suspense>
  </Missing>
)

/** What every browser says of a file of the build that did not come. */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError && /import/i.test(error.message)

/** React tells a class alone about the errors of what is below it. */
class Missing extends Component<{ children: ReactNode }, { isOver: boolean }> {
  override state = { isOver: false }

  static getDerivedStateFromError(): { isOver: boolean } {
    return { isOver: true }
  }

  override componentDidCatch(error: unknown): void {
    if (!isMissing(error)) reportError(error)
  }

  override render(): ReactNode {
    return this.state.isOver ? <NotLoaded /> : this.props.children
  }
}

/** What was taken is in the outbox, so nothing is lost by loading the page again. */
const NotLoaded = () => {
  const t = useTexts(APP)
  return (
    <>
      <h1>{t('till')}</h1>
      <p className="notice stop" role="alert">
        {t('notLoaded')}
      </p>
      <Act>
        <Go onClick={() => location.reload()}>{t('loadAgain')}</Go>
      </Act>
    </>
  )
}
