import { Segmented, Switch } from 'antd'
import { useId, useState } from 'react'
import { listMentions, type Mention } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { cutText } from '#contract/text.ts'
import { FactButton, type FactDraft } from '#web/features/claim/claim.ts'
import { TextCoverageLine } from '#web/features/coverage/coverage.tsx'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { LinkedPanel } from '#web/record/linked-panel.tsx'
import css from './mention.module.css'
import { mentionMessages } from './messages.ts'
import { NamedChip } from './named-chip.tsx'

type MentionScope = 'elsewhere' | 'everywhere'
type Props = { noun: PartyEntity; id: number }

/**
 * Mentions of one organisation or person on watched pages, newest first. An organisation's own site and rejected
 * mentions are left out at first.
 */
export default function MentionList({ noun, id }: Props) {
  const t = useT(mentionMessages)
  const [reach, setReach] = useState<MentionScope>('elsewhere')
  const [isRejected, setIsRejected] = useState(false)
  const rejectedId = useId()
  const isElsewhere = noun === 'og' && reach === 'elsewhere'
  const shown = { [noun]: String(id), elsewhere: isElsewhere, rejected: isRejected }
  return (
    <LinkedPanel
      title={t('title')}
      count={({ total, total_estimated }) => t(total_estimated ? 'many' : 'count', { count: total })}
      loading={t('loading')}
      failed={t('failed')}
      none={isRejected ? t('noneRejected') : `${t(isElsewhere ? 'noneElsewhere' : 'none')} ${t('noneText')}`}
      acts={
        <>
          <label htmlFor={rejectedId} className={css.rejected}>
            <Switch id={rejectedId} size="small" checked={isRejected} onChange={setIsRejected} />
            {t('showRejected')}
          </label>
          {noun === 'og' && (
            <Segmented<MentionScope>
              aria-label={t('sites')}
              value={reach}
              options={(['elsewhere', 'everywhere'] as const).map(value => ({ value, label: t(value) }))}
              onChange={setReach}
            />
          )}
        </>
      }
      intro={
        <>
          {t(isRejected ? 'introRejected' : 'intro')} <TextCoverageLine />
        </>
      }
      endpoint={listMentions}
      sent={{ query: shown }}
      pageSize={10}
      scope={`${isElsewhere} ${isRejected}`}
      rowKey={mention => `${mention.page.id}-${mention.version_id}`}
    >
      {mention => <MentionRow mention={mention} />}
    </LinkedPanel>
  )
}

function MentionRow({ mention }: { mention: Mention }) {
  const t = useT(mentionMessages)
  const { page, og, version_id: version, fetched_at: fetchedAt, count, excerpt, name } = mention
  return (
    <li className={css.row}>
      <div className="flex wrap baseline shrink gap-x-4">
        <PageLink
          to="admin_page"
          params={{ id: page.id }}
          search={{ version: String(version) }}
          title={page.url}
          className="strong break"
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
        {excerpt && <FactButton isSmall make={() => factOf(mention, excerpt.text)} />}
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

function factOf({ version_id: id, page, named }: Mention, text: string): FactDraft {
  const rests = { noun: 'page_version' as const, id, title: cutText(page.title || page.url, 500), quote: text }
  return { words: text, evidence: { type: 'record', ...rests }, proposed: { noun: named.noun, id: named.id } }
}
