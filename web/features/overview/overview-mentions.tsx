import type { Mention } from '#contract/mention.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { Item, OverviewSection, type SectionProps } from './overview-section.tsx'

/** Latest mentions on watched pages and in uploads, with the words around the name. */
export function OverviewMentions({ noun, id, overview: { mentions, counts, since } }: SectionProps) {
  const t = useT(overviewMessages)
  if (mentions.length === 0) return null
  return (
    <OverviewSection
      of={{ noun, id }}
      title={t('mentions')}
      tab="mentions"
      shown={mentions.length}
      total={counts.mentions}
    >
      <ul>
        {mentions.map(mention => {
          const { kind, excerpt } = mention
          const at = kind === 'page' ? mention.fetched_at : mention.created_at
          const key = kind === 'page' ? `${mention.page.id}-${mention.version_id}` : `upload-${mention.upload.id}`
          return (
            <Item key={key} at={at} since={since}>
              <div className="grow">
                {excerpt && (
                  <p className={css.passage} dir="auto">
                    {endOf(excerpt.text.slice(0, excerpt.start))}
                    <mark>{excerpt.text.slice(excerpt.start, excerpt.end)}</mark>
                    {excerpt.text.slice(excerpt.end)}
                  </p>
                )}
                <div className="flex wrap baseline gap-x-3 small quiet">
                  <TextLink mention={mention} />
                </div>
              </div>
              <time className={css.when} dateTime={at}>
                {formatInstant(at)}
              </time>
            </Item>
          )
        })}
      </ul>
    </OverviewSection>
  )
}

/** A page with its site, or an upload. */
function TextLink({ mention }: { mention: Mention }) {
  if (mention.kind === 'upload') {
    const { upload, part, named } = mention
    const search = { id: String(upload.id), part: String(part), mark: `${named.noun}-${named.id}` }
    return (
      <PageLink to="upload" search={search} title={upload.file_name} className="lines">
        {upload.title}
      </PageLink>
    )
  }
  const { page, og, version_id: version } = mention
  return (
    <>
      <PageLink
        to="admin_page"
        params={{ id: page.id }}
        search={{ version: String(version) }}
        title={page.url}
        className="lines"
      >
        {page.title || page.url}
      </PageLink>
      <span className="lines">{displayName(og)}</span>
    </>
  )
}

const beforeAtMost = 48

/** The name must be visible within three narrow lines, so only the nearest words before it are retained. */
function endOf(text: string): string {
  const characters = [...text]
  return characters.length <= beforeAtMost ? text : `…${characters.slice(-beforeAtMost).join('')}`
}
