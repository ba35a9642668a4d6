import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { type Coverage, getCoverage } from '#contract/coverage.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { CheckTable } from './check-table.tsx'
import { DocumentTable, TextTable } from './document-tables.tsx'
import { ListTable } from './list-table.tsx'
import { coverageMessages } from './messages.ts'
import { PartTable } from './part-table.tsx'
import { SiteTable } from './site-table.tsx'

const renewMs = 30_000

/**
 * `/admin/coverage`: which data was compared with which lists, as of when, and the items that are queued or unreadable.
 */
export default function CoveragePage() {
  const t = useT(coverageMessages)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getCoverage, {}),
    refetchInterval: renewMs,
    meta: { quiet: true },
  })
  return (
    <PageFrame
      title={t('title')}
      meta={data && t('measuredAt', { at: formatInstant(data.at) })}
      text={t('text')}
      isWide
    >
      {error && (
        <Failure isWhole onRetry={() => void refetch()}>
          {t('failed', { reason: errorText(error) })}
        </Failure>
      )}
      {data && <Parts coverage={data} />}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 16 }} />}
    </PageFrame>
  )
}

function Parts({ coverage }: { coverage: Coverage }) {
  return (
    <>
      <PartTable coverage={coverage} />
      <CheckTable checks={coverage.checks} />
      <ListTable lists={coverage.screening?.lists} />
      <SiteTable sites={coverage.pages?.behind} />
      <TextTable kinds={coverage.mentions?.kinds} />
      <DocumentTable documents={coverage.documents} />
    </>
  )
}
