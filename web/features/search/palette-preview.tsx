import { useQuery } from '@tanstack/react-query'
import { getOg } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import { displayTitle } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { RecordParts } from '#web/record/parts.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useWhyWord } from './match-reason.tsx'
import { searchMessages } from './messages.ts'
import css from './palette.module.css'
import { type SuggestedItem, useSecondLine } from './second-line.ts'

/** No preview is requested while the user moves through the list. */
const restMs = 150

export const hasRelations = (noun: string): noun is PartyEntity => partyEntities.some(each => each === noun)

/** Preview of the chosen item, next to the list if there is space. */
export function PalettePreview({ item }: { item: SuggestedItem | undefined }) {
  const t = useT(searchMessages)
  const secondLine = useSecondLine()
  const whyWord = useWhyWord()
  const settled = useDebounced(item, restMs)
  if (!item || settled?.id !== item.id || settled.noun !== item.noun) return <aside className={css.preview} />
  const { noun, id, by, text } = item
  return (
    <aside className={css.preview} aria-label={t('preview', { name: item.title })}>
      <header className="row gap-3">
        {hasRelations(noun) && <Portrait noun={noun} id={id} name={displayTitle(item)} />}
        <h2 className="lines">{displayTitle(item)}</h2>
      </header>
      <p className="small faint break">{secondLine(item)}</p>
      {by && by !== 'name' && by !== 'title' && (
        <p className="small faint break">{whyWord({ by, text: text ?? null })}</p>
      )}
      <RecordParts key={`${noun} ${id}`} place="preview" noun={noun} id={id} />
      <p className={css.previewKeys}>
        <kbd>Enter</kbd> {t('keyOpen')}
        {hasRelations(noun) && (
          <>
            <kbd>Tab</kbd> {t('keyRelations')}
          </>
        )}
      </p>
    </aside>
  )
}

function Portrait({ noun, id, name }: { noun: PartyEntity; id: number; name: string }) {
  const endpoint = { og: getOg, person: getPerson }[noun]
  const { data } = useQuery(endpointQuery(endpoint, { params: { id } }, { isBackground: true }))
  return <Avatar name={name} src={data?.icon ?? null} size={40} />
}
