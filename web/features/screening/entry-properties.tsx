import type { ListEntry } from '#contract/list.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { screeningMessages } from './messages.ts'
import { propertyName, topicName } from './property-messages.ts'
import css from './screening.module.css'

const countries = ['country', 'nationality', 'citizenship', 'jurisdiction', 'mainCountry', 'flag', 'birthCountry']

/** Everything that the list says of its entry, property by property. */
export function EntryProperties({ entry }: { entry: ListEntry }) {
  const t = useT(screeningMessages)
  const locale = useLocale()
  const regionName = useRegionName()
  const shown = (property: string, value: string) => {
    if (countries.includes(property)) return regionName(value.toUpperCase())
    if (property === 'topics') return topicName(value, locale)
    if (property === 'gender') return value === 'male' || value === 'female' ? t(value) : value
    return <OutLink address={value} />
  }
  return (
    <section>
      <h3>{t('allSaid')}</h3>
      <dl className={css.properties}>
        {Object.entries(entry.properties).map(([property, values]) => (
          <div key={property}>
            <dt>{propertyName(property, locale)}</dt>
            <dd>
              {values.map(value => (
                <span key={value} className={css.value}>
                  {shown(property, value)}
                </span>
              ))}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('entryKey')}</dt>
          <dd className="mono break">{entry.key}</dd>
        </div>
      </dl>
    </section>
  )
}
