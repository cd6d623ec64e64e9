import { useEffect, useRef } from 'react'

/** As often as a person looks. */
const EVERY_MS = 5_000

/**
 * Runs `read` again and again while the page is visible, and when it becomes visible. The next run
 * begins after the last one has ended.
 */
export const useLive = (read: () => Promise<unknown>, everyMs = EVERY_MS): void => {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const later = (): void => {
      clearTimeout(timer)
      if (!isOver && document.visibilityState === 'visible') timer = setTimeout(run, everyMs)
    }
    // What fails is shown by what reads it; the next run tries again.
    const run = (): void =>
      void latest
        .current()
        .catch(() => undefined)
        .finally(later)
    const onLook = (): void => {
      if (document.visibilityState === 'visible') run()
    }
    later()
    document.addEventListener('visibilitychange', onLook)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [everyMs])
}
