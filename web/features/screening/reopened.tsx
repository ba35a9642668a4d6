import type { ScreeningDetail } from '#contract/screening.api.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './hit.module.css'
import { screeningMessages } from './messages.ts'
import { type SideField, sideFields, useSideText } from './side-fields.ts'

/** Explains why a decided pair was reopened: the side and the field that changed, and its former value. */
export function Reopened({ hit }: { hit: ScreeningDetail }) {
  const t = useT(screeningMessages)
  const { label, texts } = useSideText(hit.noun)
  if (hit.reopened.length === 0) return null
  const changes = hit.reopened.flatMap(each => {
    const [side, name] = each.split('.')
    const field = sideFields.find(known => known === name)
    return field ? [{ key: each, isOurs: side === 'record', field }] : []
  })
  const before = (isOurs: boolean, field: SideField) => {
    const party = isOurs ? hit.decided?.party : hit.decided?.entry_party
    return party && (texts(party, field).join(t('comma')) || t('nothingThere'))
  }
  const nameOf = ({ isOurs, field }: (typeof changes)[number]) =>
    t('changedOf', { field: label(field), side: t(isOurs ? 'record' : 'entry') })
  const fields = changes.map(nameOf).join(t('comma'))
  return (
    <aside className={css.again}>
      <p>{t('changedSince', { state: t(hit.decided_state ?? 'unsure'), fields })}</p>
      <ul className="small quiet">
        {changes.map(change => {
          const was = before(change.isOurs, change.field)
          return (
            <li key={change.key} className="break">
              {nameOf(change)} – {t('was', { before: was ?? t('nothingThere') })}
            </li>
          )
        })}
      </ul>
    </aside>
  )
}
