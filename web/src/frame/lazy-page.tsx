import { lazyRouteComponent, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Loading } from '../components/loading.tsx'
import { loadFile, MissingFile, reloadForUpdate } from '../problems/missing-file.ts'
import { Failed } from '../components/states.tsx'

/**
 * A page whose file is loaded when it is opened. When the file does not come, PageFailed stands in its
 * place: the router itself would load the whole application again, and without a network nothing of
 * it would be left.
 */
export const lazyPage = <Module extends Record<string, any>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadFile(load), name)

/** For `defaultErrorComponent`: the page alone has failed, the frame around it stays. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const [isTrying, setTrying] = useState(error instanceof MissingFile)
  useEffect(() => {
    if (!(error instanceof MissingFile)) return
    void reloadForUpdate(error).then((isReloading) => setTrying(isReloading))
  }, [error])
  return isTrying ? <Loading /> : <Failed error={error} onAgain={reset} />
}

/** After this long without a page, a slow server is seen to load. */
const PENDING_MS = 300

/** What routers of the applications have in common, while a page loads and when it fails. */
export const PAGE_STATES = {
  defaultErrorComponent: PageFailed,
  defaultPendingComponent: Loading,
  defaultPendingMs: PENDING_MS,
  defaultPendingMinMs: 0,
}
