import { lazyRouteComponent, type ErrorComponentProps } from '@tanstack/react-router'
import { loadFile } from './missing-file.ts'
import { Failed } from './states.tsx'

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
export const PageFailed = ({ error, reset }: ErrorComponentProps) => (
  <Failed error={error} onAgain={reset} />
)
