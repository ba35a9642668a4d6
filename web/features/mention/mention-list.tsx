import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Segmented, Skeleton, Switch } from 'antd'
import { useId, useState } from 'react'
import { listMentions, type Mention } from '#contract/mention.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ask, errorText } from '#web/platform/query.ts'
import css from './mention.module.css'
import { mentionMessages } from './messages.ts'
import { NamedChip } from './named-chip.tsx'

const pageSize = 10
type Reach = 'elsewhere' | 'everywhere'
type Props = { og: number; person?: undefined } | { person: number; og?: undefined }

/** Where watched pages name one organisation or person, newest first; an organisation's own site and what was rejected are left out at first. */
export default function MentionList({ og, person }: Props) {
  const t = useT(mentionMessages)
  const [current, setCurrent] = useState(1)
  const [reach, setReach] = useState<Reach>('elsewhere')
  const [isRejected, setIsRejected] = useState(false)
  const rejectedId = useId()
  const isElsewhere = og !== undefined && reach === 'elsewhere'
  const of = og !== undefined ? { og: String(og) } : { person: String(person) }
  const query = { ...of, elsewhere: isElsewhere, rejected: isRejected, current, pageSize }
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(listMentions, { query }),
    placeholderData: before => (current > 1 ? before : undefined),
  })
  return (
    <section aria-label={t('title')}>
      <div className={css.head}>
        <h2>{t('title')}</h2>
        {data && data.total > 0 && (
          <span className={css.quiet}>{t(data.total_estimated ? 'many' : 'count', { count: data.total })}</span>
        )}
        <label htmlFor={rejectedId} className={css.rejected}>
          <Switch
            id={rejectedId}
            size="small"
            checked={isRejected}
            onChange={next => {
              setIsRejected(next)
              setCurrent(1)
            }}
          />
          {t('showRejected')}
        </label>
        {og !== undefined && (
          <Segmented<Reach>
            aria-label={t('sites')}
            value={reach}
            options={(['elsewhere', 'everywhere'] as const).map(value => ({ value, label: t(value) }))}
            onChange={next => {
              setReach(next)
              setCurrent(1)
            }}
          />
        )}
      </div>
      <p className={css.quiet}>{t(isRejected ? 'introRejected' : 'intro')}</p>
      {error && !data && (
        <p role="alert">
          {t('failed')} {errorText(error)}
          <Button type="link" loading={isFetching} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!error && !data && (
        <div role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />
        </div>
      )}
      {data?.items.length === 0 && (
        <p className={css.none}>
          {isRejected ? t('noneRejected') : `${t(isElsewhere ? 'noneElsewhere' : 'none')} ${t('noneText')}`}
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className={css.list} aria-busy={isFetching || undefined}>
          {data.items.map(mention => (
            <MentionRow key={`${mention.page.id}-${mention.version_id}`} mention={mention} />
          ))}
        </ul>
      )}
      {data && data.total > pageSize && (
        <Pagination
          size="small"
          current={current}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </section>
  )
}

function MentionRow({ mention }: { mention: Mention }) {
  const t = useT(mentionMessages)
  const { page, og, version_id: version, fetched_at: fetchedAt, count, excerpt, name } = mention
  return (
    <li className={css.row}>
      <div className={css.rowHead}>
        <PageLink
          to="admin_page"
          params={{ id: page.id }}
          search={{ version: String(version) }}
          title={page.url}
          className={css.title}
        >
          {page.title || page.url}
        </PageLink>
        <NamedChip named={mention.named} place={{ page: page.id }} isSaid />
        {mention.is_new && <span className={css.fresh}>{t('fresh')}</span>}
      </div>
      <p className={css.excerpt}>
        {excerpt ? (
          <>
            {excerpt.text.slice(0, excerpt.start)}
            <mark className={css.name} data-certainty={mention.named.certainty}>
              {excerpt.text.slice(excerpt.start, excerpt.end)}
            </mark>
            {excerpt.text.slice(excerpt.end)}
          </>
        ) : (
          t('noExcerpt', { name })
        )}
      </p>
      <div className={css.facts}>
        <PageLink to="og_detail" params={{ id: og.id }} title={t('on', { name: og.name })}>
          {og.name}
        </PageLink>
        <span>{t('times', { count })}</span>
        <time dateTime={fetchedAt} title={t('seenOn', { time: formatInstant(fetchedAt) })}>
          {formatInstant(fetchedAt)}
        </time>
      </div>
    </li>
  )
}
