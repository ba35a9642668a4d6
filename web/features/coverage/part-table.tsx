import { candidateLimit } from '#contract/candidate-limit.ts'
import { type Coverage, type CoverageCheck, type CoveragePart, coverageParts } from '#contract/coverage.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { type Translate, useLocale, useT } from '#web/platform/i18n.ts'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import css from './coverage.module.css'
import { coverageMessages } from './messages.ts'

type Row =
  | {
      part: CoveragePart
      against: string
      compared: string
      waiting: number
      oldestAt: string | null
      /** Null if items of this kind cannot be unreadable. */
      unreadable: number | null
      quarantined: number
    }
  | { part: CoveragePart; against: null }

/**
 * One row per part: what it was compared with, how many items are queued, unreadable or quarantined, and the nightly
 * check.
 */
export function PartTable({ coverage }: { coverage: Coverage }) {
  const t = useT(coverageMessages)
  const locale = useLocale()
  const rows = useRows(coverage)
  const number = (value: number, isWrong = false) => (
    <span className={isWrong && value > 0 ? 'warning strong' : undefined}>{value.toLocaleString(locale)}</span>
  )
  const columns: RowColumn<Row>[] = [
    {
      id: 'part',
      title: t('part'),
      cell: ({ part, against }) => (
        <div>
          <b>{t(`part_${part}`)}</b>
          <div className="small quiet">{against ?? t('unknown')}</div>
        </div>
      ),
    },
    { id: 'compared', title: t('compared'), cell: row => row.against !== null && row.compared },
    {
      id: 'waiting',
      title: t('waiting'),
      isNumber: true,
      cell: row =>
        row.against !== null && (
          <>
            {number(row.waiting)}
            {row.oldestAt && (
              <div className="small quiet nowrap">{t('since', { at: formatInstant(row.oldestAt) })}</div>
            )}
          </>
        ),
    },
    {
      id: 'unreadable',
      title: t('unreadable'),
      isNumber: true,
      cell: row => row.against !== null && (row.unreadable === null ? '—' : number(row.unreadable, true)),
    },
    {
      id: 'quarantined',
      title: t('quarantined'),
      isNumber: true,
      cell: row => row.against !== null && number(row.quarantined, true),
    },
    {
      id: 'check',
      title: t('check'),
      cell: ({ part }) => <Check check={coverage.checks.find(each => each.part === part)} />,
    },
  ]
  return (
    <div className={css.section}>
      <RowTable columns={columns} rows={rows} rowId={({ part }) => part} isWide />
    </div>
  )
}

function Check({ check }: { check: CoverageCheck | undefined }) {
  const t = useT(coverageMessages)
  if (!check) return <span className="quiet">{t('checkNone')}</span>
  const values = { sampled: check.sampled, different: check.different, at: formatInstant(check.at) }
  return check.different === 0 ? (
    <span className="quiet">{t('checkSame', values)}</span>
  ) : (
    <span className="danger strong">{t('checkDiffers', values)}</span>
  )
}

type Screening = NonNullable<Coverage['screening']>

const listsInForce = ({ lists }: Screening) => lists.filter(({ version }) => version !== null).length

function comparedWith(screening: Screening, t: Translate<(typeof coverageMessages)['zh-CN']>): string {
  if (listsInForce(screening) === 0) return t('none_screening')
  const { compared, limited } = screening
  return [
    t('compared_screening', { compared }),
    ...(limited > 0 ? [t('limited_screening', { limited, limit: candidateLimit })] : []),
  ].join(' · ')
}

function useRows({ screening, documents, mentions, pages, search }: Coverage): Row[] {
  const t = useT(coverageMessages)
  const waitingOf = (part: { waiting: number; oldest_waiting_at: string | null; quarantined: number }) => ({
    waiting: part.waiting,
    oldestAt: part.oldest_waiting_at,
    quarantined: part.quarantined,
  })
  const rows: Record<CoveragePart, Omit<Extract<Row, { compared: string }>, 'part'> | null> = {
    screening: screening && {
      ...waitingOf(screening),
      against: t('against_screening', { ...screening, lists: listsInForce(screening) }),
      compared: comparedWith(screening, t),
      unreadable: screening.lists.reduce((sum, { unreadable }) => sum + unreadable, 0),
    },
    documents: documents && {
      ...waitingOf(documents),
      against: t('against_documents', { uploads: documents.uploads }),
      compared: t('compared_documents', { read: documents.read, partly: documents.partly_read }),
      unreadable: documents.unreadable,
    },
    mentions: mentions && {
      ...waitingOf(mentions),
      against: t('against_mentions', { texts: mentions.texts }),
      compared: t('compared_mentions', { searched: mentions.searched }),
      unreadable: mentions.unreadable,
    },
    pages: pages && {
      ...waitingOf(pages),
      against: t('against_pages', { sites: pages.sites, pages: pages.pages }),
      compared: t('compared_pages', { active: pages.active, gone: pages.gone }),
      unreadable: pages.error + pages.forbidden,
    },
    search: search && {
      ...waitingOf(search),
      against: t('against_search', { records: search.records }),
      compared: t('compared_search', { entries: search.entries }),
      unreadable: null,
    },
  }
  return coverageParts.map(part => ({ part, ...(rows[part] ?? { against: null }) }))
}
