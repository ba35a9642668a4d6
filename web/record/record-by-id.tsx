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
  kit: RecordConfig<R>
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

function LoadedRecord<R extends PageRecord>({ kit, id, toList, children }: Props<R>) {
  const t = useT(kit.texts)
  const say = useT(recordMessages)
  const {
    data: record,
    error,
    refetch,
  } = useQuery({
    ...kit.calls.one(id),
    refetchInterval: ({ state }) => (state.data && kit.askAgainMs?.(state.data)) || false,
  })
  usePageTitle(record && kit.nameOf(record))
  // Requested in parallel with the record, because everything below the name depends on it.
  useOverview(kit.overview, id)
  useEffect(() => loadParts(kit.noun), [kit.noun])
  const isGone = error instanceof ApiError && error.status === 404
  if (record && !isGone) return children(record)
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone) return <Missing kit={kit} id={id} toList={toList} />
  return (
    <RecordMessage title={t('failedTitle')} text={errorText(error)}>
      <Button type="primary" onClick={() => void refetch()}>
        {say('retry')}
      </Button>
      {toList}
    </RecordMessage>
  )
}

function Missing<R extends PageRecord>({ kit, id, toList }: Pick<Props<R>, 'kit' | 'toList'> & { id?: number }) {
  const t = useT(kit.texts)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      {toList ?? <PageLink to={kit.list}>{t('toList')}</PageLink>}
      {id !== undefined && <RecordParts place="missing" noun={kit.noun} id={id} />}
    </RecordMessage>
  )
}
