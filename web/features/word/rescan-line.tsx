import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useEffect, useRef } from 'react'
import { getRescan } from '#contract/word.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import { wordMessages } from './messages.ts'
import css from './word.module.css'

const busyMs = 2_000
const idleMs = 20_000

/** How many stored pages have been searched with the present dictionary; hidden when all have. */
export function RescanLine() {
  const t = useT(wordMessages)
  const { isActive } = usePage()
  const { data } = useQuery({
    ...endpointQuery(getRescan, {}),
    refetchInterval: query => (isActive ? (query.state.data?.is_running ? busyMs : idleMs) : false),
  })
  const isRunning = data?.is_running ?? false
  // A short run ends before it is seen running, so its end is detected by the completed version.
  const through = data && (isRunning ? null : data.version)
  const seen = useRef(through)
  useEffect(() => {
    if (seen.current !== undefined && typeof through === 'number' && seen.current !== through)
      void refresh('word', 'page')
    seen.current = through
  }, [through])
  if (!data || !isRunning) return null
  return (
    <div className={css.rescan} role="status">
      <span>{t('rescan', { done: data.done, total: data.total })}</span>
      <Progress percent={Math.floor((data.done / data.total) * 100)} size="small" showInfo={false} aria-hidden />
    </div>
  )
}
