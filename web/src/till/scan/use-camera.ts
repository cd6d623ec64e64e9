import { useEffect, useRef, useState } from 'react'
import { createDecode } from './decode.ts'

/** Between two looks at the picture. */
const PAUSE_MS = 150

type CameraState = 'starting' | 'running' | 'denied' | 'none'

/** Runs the camera until it reads a code. */
export const useCamera = (onCode: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    const run = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      })
      const element = video.current
      if (isOver || element === null) return stopStream(stream)
      element.srcObject = stream
      await element.play()
      setState('running')
      const decode = await createDecode()
      while (!isOver) {
        const text = await decode(element)
        if (text !== null && !isOver) return latest.current(text)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    run().catch((error: unknown) => {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      if (!isOver) setState(isDenied ? 'denied' : 'none')
    })
    return () => {
      isOver = true
      stopStream(stream)
    }
  }, [])
  return { video, state }
}

const stopStream = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
