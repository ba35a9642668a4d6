import { keyOf, TextLink, timeOf } from '#web/features/mention/mention.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { Item, OverviewSection, type SectionProps } from './overview-section.tsx'

/** Latest mentions on watched pages, in uploads and in own texts, with the words around the name. */
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
          const { excerpt } = mention
          const at = timeOf(mention)
          return (
            <Item key={keyOf(mention)} at={at} since={since}>
              <div className="grow">
                {excerpt && (
                  <p className={css.passage} dir="auto">
                    {endOf(excerpt.text.slice(0, excerpt.start))}
                    <mark>{excerpt.text.slice(excerpt.start, excerpt.end)}</mark>
                    {excerpt.text.slice(excerpt.end)}
                  </p>
                )}
                <div className="flex wrap baseline gap-x-3 small quiet">
                  <TextLink mention={mention} className="lines" />
                  {mention.kind === 'page' && <span className="lines">{displayName(mention.og)}</span>}
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

const beforeAtMost = 48

/** The name must be visible within three narrow lines, so only the nearest words before it are retained. */
function endOf(text: string): string {
  const characters = [...text]
  return characters.length <= beforeAtMost ? text : `…${characters.slice(-beforeAtMost).join('')}`
}
