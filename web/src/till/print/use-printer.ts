import { useEffect, useState } from 'react'
import { serial } from './serial-port.ts'

/** Whether a receipt printer is allowed here, which the till drives itself. */
export const usePrinter = (): boolean => {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    serial()
      ?.getPorts()
      .then(
        (ports) => setThere(ports.length > 0),
        () => undefined,
      )
  }, [])
  return isThere
}

/** Loaded at its first use: few tills have such a printer. */
export const loadPrinter = () => import('./printer.ts')
