import type { Locale } from '#contract/error.ts'
import type { Fields } from '#contract/field.ts'
import { type Interchange, type InterchangeKind, interchangeKinds, type NotCarried } from '#contract/interchange.api.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import steps from '#web/ui/ingest/file-steps.module.css'
import { interchangeMessages } from './messages.ts'

/** The label of a field in the schema of its entity. */
function labelOf(kind: InterchangeKind, field: string | null, locale: Locale): string | undefined {
  const schema: Fields | undefined = kind in schemas ? schemas[kind as MergeEntity] : undefined
  return field === null ? undefined : schema?.[field]?.label[locale]
}

/** Data left out, most frequent first: on export with our field labels, on import with the names in the file. */
export function NotCarriedTable({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  const locale = useLocale()
  const { not_carried: all, direction } = current
  const isOut = direction === 'export'
  const nameOf = ({ what, field }: NotCarried) => {
    const kind = interchangeKinds.find(each => each === what)
    const label = kind && labelOf(kind, field, locale)
    if (isOut && kind && label) return `${t(kind)} · ${label}`
    return field === null ? what : `${what} · ${field}`
  }
  return (
    <section>
      <h3 className={steps.heading}>{t(isOut ? 'left' : 'leftIn')}</h3>
      {all.length === 0 ? (
        <p className="small quiet">{t('leftNothing')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <section className="scroll-x" aria-label={t(isOut ? 'left' : 'leftIn')} tabIndex={0}>
          <table className={steps.table}>
            <thead>
              <tr>
                <th scope="col">{t('leftField')}</th>
                <th scope="col">{t('leftReason')}</th>
                <th scope="col" className={steps.number}>
                  {t('leftCount')}
                </th>
                <th scope="col">{t('leftExamples')}</th>
              </tr>
            </thead>
            <tbody>
              {all.map(each => (
                <tr key={`${each.what} ${each.field} ${each.reason}`}>
                  <th scope="row">
                    {nameOf(each)}
                    {each.field === null && <span className="small quiet"> {t('whole')}</span>}
                  </th>
                  <td>{t(each.reason)}</td>
                  <td className={steps.number}>{each.count.toLocaleString()}</td>
                  <td className="quiet break">{each.examples.join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
