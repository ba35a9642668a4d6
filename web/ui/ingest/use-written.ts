import { useEffect, useRef } from 'react'

/** Calls `onWritten` once after a file was written while its dialog was open. */
export function useWritten(state: string | undefined, onWritten: () => void): void {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (state === 'running') wasRunning.current = true
    else if (state !== undefined && wasRunning.current) {
      wasRunning.current = false
      onWritten()
    }
  }, [state, onWritten])
}
