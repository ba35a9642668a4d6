import { Segmented, Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { listMentions, type Mention, type TextKind, textKinds } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { cutText } from '#contract/text.ts'
import { FactButton, type FactDraft } from '#web/features/claim/claim.ts'
import { TextCoverageLine } from '#web/features/coverage/coverage.tsx'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { LinkedPanel } from '#web/record/linked-panel.tsx'
import css from './mention.module.css'
import { mentionMessages } from './messages.ts'
import { NamedChip, type NamedPlace } from './named-chip.tsx'
import { keyOf, OwnTextKind, TextLink, timeOf } from './text-link.tsx'

type MentionScope = 'elsewhere' | 'everywhere'
type KindChoice = 'all' | TextKind
type Props = { noun: PartyEntity; id: number }

/**
 * Mentions of one organisation or person on watched pages, in uploads and in own texts, newest first. An organisation's
 * own site and rejected mentions are left out at first.
 */
export default function MentionList({ noun, id }: Props) {
  const t = useT(mentionMessages)
  const [reach, setReach] = useState<MentionScope>('elsewhere')
  const [kind, setKind] = useState<KindChoice>('all')
  const [isRejected, setIsRejected] = useState(false)
  const rejectedId = useId()
  const hasSites = noun === 'og' && (kind === 'all' || kind === 'page')
  const isElsewhere = hasSites && reach === 'elsewhere'
  const kinds = kind === 'all' ? [...textKinds] : [kind]
  const shown = { [noun]: String(id), kind: kinds, elsewhere: isElsewhere, rejected: isRejected }
  const none = {
    all: `${t(isElsewhere ? 'noneElsewhere' : 'none')} ${t('noneText')}`,
    page: t(isElsewhere ? 'noPageElsewhere' : 'noPage'),
    upload: t('noUpload'),
    report: t('noReport'),
    event: t('noEvent'),
    issue: t('noIssue'),
    note: t('noNote'),
  }
  return (
    <LinkedPanel
      title={t('title')}
      count={({ total, total_estimated }) => t(total_estimated ? 'many' : 'count', { count: total })}
      loading={t('loading')}
      failed={t('failed')}
      none={isRejected ? t('noneRejected') : none[kind]}
      acts={
        <>
          <label htmlFor={rejectedId} className={css.rejected}>
            <Switch id={rejectedId} size="small" checked={isRejected} onChange={setIsRejected} />
            {t('showRejected')}
          </label>
          <Select<KindChoice>
            aria-label={t('kinds')}
            value={kind}
            popupMatchSelectWidth={false}
            className={css.kinds}
            options={(['all', ...textKinds] as const).map(value => ({ value, label: t(value) }))}
            onChange={setKind}
          />
          {hasSites && (
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
      scope={`${kind} ${isElsewhere} ${isRejected}`}
      rowKey={keyOf}
    >
      {mention => <MentionRow mention={mention} />}
    </LinkedPanel>
  )
}

function MentionRow({ mention }: { mention: Mention }) {
  const t = useT(mentionMessages)
  const { kind, named, count, excerpt, name } = mention
  const at = timeOf(mention)
  const seen = { page: 'seenOn', upload: 'uploadedAt', own: 'changedAt' } as const
  // Most titles are the file's name, which is not repeated.
  const fileOf = ({ title, file_name: file }: { title: string; file_name: string }) =>
    title === file ? t('anUpload') : t('inUpload', { name: file })
  return (
    <li className={css.row}>
      <div className="flex wrap baseline shrink gap-x-4">
        <TextLink mention={mention} className="strong break" />
        <NamedChip named={named} place={placeOf(mention)} isNameHidden />
        {kind === 'page' && mention.is_new && <span className={css.fresh}>{t('fresh')}</span>}
      </div>
      <p className={css.excerpt}>
        {excerpt ? (
          <>
            {excerpt.text.slice(0, excerpt.start)}
            <mark className={css.name} data-certainty={named.certainty}>
              {excerpt.text.slice(excerpt.start, excerpt.end)}
            </mark>
            {excerpt.text.slice(excerpt.end)}
          </>
        ) : (
          t('noExcerpt', { name })
        )}
      </p>
      <div className={css.facts}>
        {excerpt && isCitable(mention) && <FactButton isSmall make={() => factOf(mention, excerpt.text)} />}
        {kind === 'page' ? (
          <PageLink to="og_detail" params={{ id: mention.og.id }} title={t('on', { name: displayName(mention.og) })}>
            {displayName(mention.og)}
          </PageLink>
        ) : (
          <span className="break">
            {kind === 'upload' ? fileOf(mention.upload) : <OwnTextKind mention={mention} />}
          </span>
        )}
        <span>{t('times', { count })}</span>
        <time
          dateTime={at}
          title={t(kind === 'page' || kind === 'upload' ? seen[kind] : seen.own, { time: formatInstant(at) })}
        >
          {formatInstant(at)}
        </time>
      </div>
    </li>
  )
}

function placeOf(mention: Mention): NamedPlace {
  if (mention.kind === 'page') return { page: mention.page.id }
  return mention.kind === 'upload' ? { upload: mention.upload.id } : { text: mention.text_id }
}

type CitableMention = Extract<Mention, { kind: 'page' | 'upload' | 'event' }>

/** Whether a fact can cite the text; reports, feedback and notes are no evidence. */
function isCitable(mention: Mention): mention is CitableMention {
  return mention.kind === 'page' || mention.kind === 'upload' || mention.kind === 'event'
}

function citedBy(mention: CitableMention) {
  if (mention.kind === 'page')
    return { noun: 'page_version' as const, id: mention.version_id, title: mention.page.title || mention.page.url }
  if (mention.kind === 'event') return { noun: 'event' as const, id: mention.event.id, title: mention.event.title }
  return { noun: 'upload' as const, id: mention.upload.id, part: mention.part, title: mention.upload.title }
}

function factOf(mention: CitableMention, text: string): FactDraft {
  const { named } = mention
  const cited = citedBy(mention)
  return {
    words: text,
    evidence: { type: 'record', ...cited, title: cutText(cited.title, 500), quote: text },
    proposed: { noun: named.noun, id: named.id },
  }
}
