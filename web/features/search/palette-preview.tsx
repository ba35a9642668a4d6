import { useT } from '#web/platform/i18n.ts'
import { RecordParts } from '#web/record/parts.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { searchMessages } from './messages.ts'
import css from './palette.module.css'
import { type SuggestedItem, useSecondLine } from './second-line.ts'

/** No preview is requested while the user moves through the list. */
const restMs = 150

/** Preview of the chosen item, next to the list if there is space. */
export function PalettePreview({ item }: { item: SuggestedItem | undefined }) {
  const t = useT(searchMessages)
  const secondLine = useSecondLine()
  const settled = useDebounced(item, restMs)
  if (!item || settled?.id !== item.id || settled.noun !== item.noun) return <aside className={css.preview} />
  return (
    <aside className={css.preview} aria-label={t('preview', { name: item.title })}>
      <h2 className="lines">{item.title}</h2>
      <p className="small faint break">{secondLine(item)}</p>
      <RecordParts key={`${item.noun} ${item.id}`} place="preview" noun={item.noun} id={item.id} />
    </aside>
  )
}
