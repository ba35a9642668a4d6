import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useEffect, useRef } from 'react'
import { getSourceCheck, type Source } from '#contract/source.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import { sourcePageMessages } from './messages.ts'

const pollMs = 2_000

/** Progress of the fact check after a change of a source with many facts, until it is complete. */
export function SourceCheckLine({ source }: { source: Source }) {
  const t = useT(sourcePageMessages)
  const { data } = useQuery({
    ...endpointQuery(getSourceCheck, { params: { id: source.id } }),
    refetchInterval: query => (query.state.data ? pollMs : false),
  })
  const wasAtWork = useRef(false)
  useEffect(() => {
    if (!data && wasAtWork.current) void refresh('fact_check')
    wasAtWork.current = !!data
  }, [data])
  if (!data) return null
  return (
    <div role="status" className="quiet">
      {t('checking', { done: data.done, total: data.total })}
      <Progress percent={Math.floor((100 * data.done) / Math.max(1, data.total))} size="small" />
    </div>
  )
}
