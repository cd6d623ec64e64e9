import { useEffect, useState } from 'react'
import { onChange } from './database.ts'

/** Reads the database of this device, now and whenever any tab changes it. Undefined until read. */
export const useKept = <T>(key: string, read: () => Promise<T>): T | undefined => {
  const [state, setState] = useState<{ key: string; value: T }>()
  useEffect(() => {
    let isOver = false
    const look = (): void =>
      void read().then((value) => {
        if (!isOver) setState({ key, value })
      })
    look()
    const stop = onChange(look)
    return () => {
      isOver = true
      stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names what is read
  }, [key])
  return state?.key === key ? state.value : undefined
}
