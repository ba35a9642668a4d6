import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { beOnReport } from '#contract/report-work.ts'
import { call } from '#web/platform/api.ts'

export type Presence = Reply<typeof beOnReport>

const everyMs = 10_000

/** Says every ten seconds that I am here, and tells who else is; says goodbye when the page is left or hidden. */
export function usePresence(id: number, { isEditing, isHere }: { isEditing: boolean; isHere: boolean }) {
  const [presence, setPresence] = useState<Presence | null>(null)
  const latest = useRef(isEditing)
  useEffect(() => {
    latest.current = isEditing
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: who begins or ends to write says so at once.
  useEffect(() => {
    if (!isHere) return
    const leaving = new AbortController()
    async function say() {
      try {
        const body = { is_editing: latest.current }
        setPresence(await call(beOnReport, { params: { id }, body }, { signal: leaving.signal, isBackground: true }))
      } catch {
        // Who else is here is said again when the server is reached again.
      }
    }
    void say()
    const timer = setInterval(() => void say(), everyMs)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [id, isHere, isEditing])
  useEffect(() => {
    if (!isHere) return
    return () => {
      call(beOnReport, { params: { id }, body: { is_editing: false, is_leaving: true } }, { isBackground: true }).catch(
        () => undefined,
      )
    }
  }, [id, isHere])
  return presence
}
