import { useState } from 'react'
import type { ScreeningDetail } from '#contract/screening.api.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './hit.module.css'
import { screeningMessages } from './messages.ts'
import { comparedName, sideFields, useSideText, verdictOf } from './side-fields.ts'

type HitSides = Pick<ScreeningDetail, 'noun' | 'party' | 'entry_party' | 'features'>

/**
 * Compares field by field; fields that are empty on both sides are left out. `ours`: name of the left side if it is not
 * a record.
 */
export function Sides({ hit, ours }: { hit: HitSides; ours?: string }) {
  const t = useT(screeningMessages)
  const { label, texts } = useSideText(hit.noun)
  const rows = sideFields
    .map(field => ({
      field,
      a: texts(hit.party, field),
      b: texts(hit.entry_party, field),
      verdict: verdictOf(field, hit.features),
    }))
    .filter(({ a, b }) => a.length + b.length > 0)
  return (
    <table className={css.sides}>
      <caption className="visually-hidden">{t('sides')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('field')}</span>
          </th>
          <th scope="col">{ours ?? t('record')}</th>
          <th scope="col">{t('entry')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, a, b, verdict }) => (
          <tr key={field} data-verdict={verdict ?? undefined}>
            <th scope="row">
              {label(field)}
              {verdict && <span className={css.verdict}>{t(verdict)}</span>}
            </th>
            <td>
              <Values texts={a} first={field === 'names' ? comparedName('a', hit.features) : undefined} />
            </td>
            <td>
              <Values texts={b} first={field === 'names' ? comparedName('b', hit.features) : undefined} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const initialCount = 5

/** The compared value first and strong; the others on request if there are many. */
function Values({ texts, first }: { texts: readonly string[]; first: string | undefined }) {
  const t = useT(screeningMessages)
  const [isWhole, setIsWhole] = useState(false)
  const ordered =
    first !== undefined && texts.includes(first) ? [first, ...texts.filter(each => each !== first)] : texts
  const shown = isWhole ? ordered : ordered.slice(0, initialCount)
  if (texts.length === 0) return <span className="faint">{t('nothingThere')}</span>
  return (
    <>
      {shown.map(text => (
        <span key={text} className={text === first ? css.first : css.value}>
          {text}
        </span>
      ))}
      {shown.length < ordered.length && (
        <button type="button" className="link small" onClick={() => setIsWhole(true)}>
          {t('readMore', { count: ordered.length })}
        </button>
      )}
    </>
  )
}
