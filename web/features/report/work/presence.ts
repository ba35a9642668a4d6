import { useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { beOnReport } from '#contract/report-work.api.ts'
import { call } from '#web/platform/api.ts'

export type Presence = Reply<typeof beOnReport>

const everyMs = 10_000

/** Reports presence every ten seconds and returns the other users; reports leaving when the page is left or hidden. */
export function usePresence(id: number, { isEditing, isHere }: { isEditing: boolean; isHere: boolean }) {
  const [presence, setPresence] = useState<Presence | null>(null)
  const latest = useRef(isEditing)
  useEffect(() => {
    latest.current = isEditing
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a start or end of editing is reported at once.
  useEffect(() => {
    if (!isHere) return
    const leaving = new AbortController()
    async function announce() {
      try {
        const body = { is_editing: latest.current }
        setPresence(await call(beOnReport, { params: { id }, body }, { signal: leaving.signal, isBackground: true }))
      } catch {
        // The next report after reconnecting returns the other users.
      }
    }
    void announce()
    const timer = setInterval(() => void announce(), everyMs)
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
