import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import type { PartyEntity } from '#contract/registry.ts'
import { listUploadFindings } from '#contract/upload-text.api.ts'
import { TextCoverageLine } from '#web/features/coverage/coverage.tsx'
import { NamedChip } from '#web/features/mention/mention.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { RecordSection } from '#web/record/record-page.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RestButton } from '#web/ui/rest-button.tsx'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

export type MarkKey = `${'word' | PartyEntity}-${number}`
type Props = { id: number; onJump: (part: number, mark: MarkKey) => void }

/** Names above the text before the rest is folded. */
const namesAtFirst = 5

/** Words found, gravest first, and the records named in the text. A press opens the first place. */
export function Findings({ id, onJump }: Props) {
  const t = useT(viewMessages)
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError, refetch } = useQuery({
    ...endpointQuery(listUploadFindings, { params: { id } }),
  })
  if (isError && !data) return <Failure onRetry={() => void refetch()}>{t('findingsFailed')}</Failure>
  if (data === null) return null
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const { words, mentions } = data
  const namesShown = isOpen ? mentions : mentions.slice(0, namesAtFirst)
  const rest = mentions.length - namesAtFirst
  if (words.length === 0 && mentions.length === 0)
    return (
      <div className={css.none}>
        {t('noFindings')} <TextCoverageLine />
      </div>
    )
  return (
    <>
      {words.length > 0 && (
        <RecordSection title={t('words')}>
          <ul className={css.findings}>
            {words
              .toSorted((a, b) => b.level - a.level || b.count - a.count)
              .map(({ id: wordId, word, level, count, part }) => (
                <li key={wordId}>
                  <button
                    type="button"
                    className={css.finding}
                    data-level={level}
                    title={t('jump', { name: word, count })}
                    onClick={() => onJump(part, `word-${wordId}`)}
                  >
                    {word} <span className={css.times}>×{count}</span>
                    <span className={css.level}>{t('level', { level: String(level) })}</span>
                  </button>
                </li>
              ))}
          </ul>
        </RecordSection>
      )}
      {mentions.length > 0 && (
        <RecordSection title={t('names')}>
          <ul className={css.findings}>
            {namesShown.map(({ count, part, ...named }) => {
              const { noun, id: recordId, name } = named
              return (
                <li key={`${noun} ${recordId}`}>
                  <button
                    type="button"
                    className={css.finding}
                    title={t('jump', { name, count })}
                    onClick={() => onJump(part, `${noun}-${recordId}`)}
                  >
                    <span className={css.findingName}>{name}</span> <span className={css.times}>×{count}</span>
                  </button>
                  <NamedChip named={named} place={{ upload: id }} isNameHidden />
                </li>
              )
            })}
            {rest > 0 && (
              <li>
                <RestButton rest={rest} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
              </li>
            )}
          </ul>
        </RecordSection>
      )}
    </>
  )
}
