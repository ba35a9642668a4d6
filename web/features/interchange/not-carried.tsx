import type { Interchange, NotCarried } from '#contract/interchange.ts'
import { interchangeKinds } from '#contract/interchange.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './interchange.module.css'
import { interchangeMessages } from './messages.ts'

const kinds = interchangeKinds
const fields = [
  'icon',
  'score',
  'is_focus',
  'og_names',
  'read_user',
  'write_user',
  'wiki',
  'twitter',
  'facebook',
  'youtube',
  'danger_level',
  'weight',
  'scale',
  'version_keep',
  'forbidden_rules',
  'category',
  'level',
  'status',
  'lat',
  'lng',
] as const

/** What stays behind, most frequent first: going out in our words, coming in in those of the file. */
export function NotCarriedTable({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  const { not_carried: all, direction } = current
  const isOut = direction === 'export'
  const nameOf = ({ what, field }: NotCarried) => {
    const kind = kinds.find(each => each === what)
    const known = fields.find(each => each === field)
    if (isOut && kind && known) return `${t(kind)} · ${t(`field_${known}`)}`
    return field === null ? what : `${what} · ${field}`
  }
  return (
    <section>
      <h3 className={css.heading}>{t(isOut ? 'left' : 'leftIn')}</h3>
      {all.length === 0 ? (
        <p className={css.meta}>{t('leftNothing')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        <section className={css.scroll} aria-label={t(isOut ? 'left' : 'leftIn')} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('leftField')}</th>
                <th scope="col">{t('leftReason')}</th>
                <th scope="col" className={css.number}>
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
                    {each.field === null && <span className={css.meta}> {t('whole')}</span>}
                  </th>
                  <td>{t(each.reason)}</td>
                  <td className={css.number}>{each.count.toLocaleString()}</td>
                  <td className={css.examples}>{each.examples.join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
