import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePageTitle } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { recordMessages } from './messages.ts'
import { loadParts, RecordParts } from './parts.tsx'
import type { PageRecord } from './record-calls.ts'
import type { RecordConfig } from './record-config.ts'
import { RecordMessage, RecordSkeleton } from './record-state.tsx'
import { useOverview } from './use-overview.ts'

type Props<R extends PageRecord> = {
  config: RecordConfig<R>
  /** The id from the address: an invalid id means that there is no record. */
  id: number
  /** Replaces the link to the list. */
  toList?: ReactNode
  children: (record: R) => ReactNode
}

/** Loads one record by its id and shows it, or that it is loading, missing or failed. */
export function RecordById<R extends PageRecord>({ id, ...props }: Props<R>) {
  return Number.isSafeInteger(id) && id > 0 ? <LoadedRecord {...props} id={id} /> : <Missing {...props} />
}

function LoadedRecord<R extends PageRecord>({ config, id, toList, children }: Props<R>) {
  const t = useT(config.texts)
  const tRecord = useT(recordMessages)
  const {
    data: record,
    error,
    refetch,
  } = useQuery({
    ...config.calls.one(id),
    refetchInterval: ({ state }) => (state.data && config.pollMs?.(state.data)) || false,
  })
  usePageTitle(record && config.nameOf(record))
  // Requested in parallel with the record, because everything below the name depends on it.
  useOverview(config.overview, id)
  useEffect(() => void loadParts(config.noun), [config.noun])
  const isGone = error instanceof ApiError && error.status === 404
  if (record && !isGone) return children(record)
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone) return <Missing config={config} id={id} toList={toList} />
  return (
    <RecordMessage title={t('failedTitle')} text={errorText(error)}>
      <Button type="primary" onClick={() => void refetch()}>
        {tRecord('retry')}
      </Button>
      {toList}
    </RecordMessage>
  )
}

function Missing<R extends PageRecord>({ config, id, toList }: Pick<Props<R>, 'config' | 'toList'> & { id?: number }) {
  const t = useT(config.texts)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      {toList ?? <PageLink to={config.list}>{t('toList')}</PageLink>}
      {id !== undefined && <RecordParts place="missing" noun={config.noun} id={id} />}
    </RecordMessage>
  )
}
