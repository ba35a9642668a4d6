import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type PreviewReply,
  previewParts,
  previewScreeningRule,
  type ScreeningRule,
} from '#contract/screening_rule.api.ts'
import { call } from '#web/platform/api.ts'

/**
 * The number of records without hits in the preview, the latest ones: all of them would take as long as the comparison
 * itself.
 */
export const latestOthers = 1_000
const examplesPerChange = 5

export type Preview = {
  rule: ScreeningRule
  compared: number
  /** The total of the portions requested so far. */
  total: number
  counts: PreviewReply['counts']
  examples: PreviewReply['examples']
  isRunning: boolean
  /** All portions were compared; there may be none. */
  isComplete: boolean
  error: unknown
}

const startPreview = (rule: ScreeningRule): Preview => ({
  ...{ rule, compared: 0, total: 0, isRunning: true, isComplete: false, error: null, examples: [] },
  counts: { appear: 0, vanish: 0, stronger: 0, weaker: 0, gone: 0, same: 0 },
})

/** Requests one portion after the other until both parts are complete, the user stops, or the page is left. */
export function usePreview() {
  const [preview, setPreview] = useState<Preview | null>(null)
  const turn = useRef(0)
  const stop = useCallback(() => {
    turn.current += 1
    setPreview(before => before && { ...before, isRunning: false })
  }, [])
  const forget = useCallback(() => {
    turn.current += 1
    setPreview(null)
  }, [])
  const start = useCallback(async (rule: ScreeningRule) => {
    turn.current += 1
    const own = turn.current
    let all = startPreview(rule)
    setPreview(all)
    try {
      for (const part of previewParts)
        for (let after: PreviewReply['next'] = null, done = 0; ; ) {
          const reply: PreviewReply = await call(previewScreeningRule, { body: { rule, part, after } })
          if (turn.current !== own) return
          all = addReply(all, reply, part === 'others')
          setPreview(all)
          done += reply.compared
          after = reply.next
          if (!after || (part === 'others' && done >= latestOthers)) break
        }
      setPreview({ ...all, isRunning: false, isComplete: true })
    } catch (error) {
      if (turn.current === own) setPreview({ ...all, isRunning: false, error })
    }
  }, [])
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )
  return { preview, start, stop, forget }
}

function addReply(all: Preview, { compared, total, counts, examples }: PreviewReply, isOthers: boolean): Preview {
  const sum = { ...all.counts }
  for (const change of Object.keys(sum) as (keyof typeof sum)[]) sum[change] += counts[change]
  const shown = [...all.examples]
  for (const example of examples)
    if (shown.filter(({ change }) => change === example.change).length < examplesPerChange) shown.push(example)
  const more = isOthers ? Math.min(total ?? 0, latestOthers) : (total ?? 0)
  return { ...all, compared: all.compared + compared, total: all.total + more, counts: sum, examples: shown }
}
