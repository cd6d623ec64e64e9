/** Whether the browser promises to keep what is here, also when the device is short of room. */
import { useEffect, useState } from 'react'

/** What waits must not be evicted. A browser that grants it asks nobody again. */
export const askToPersist = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false

/** False once the browser has refused to promise it. */
export const usePersisted = (): boolean => {
  const [isPersisted, setPersisted] = useState(true)
  useEffect(() => void askToPersist().then(setPersisted), [])
  return isPersisted
}
