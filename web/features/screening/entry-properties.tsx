import type { ListEntry } from '#contract/list.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { propertyName } from '#web/ui/entity/property-names.ts'
import { PropertyValue } from '#web/ui/entity/property-value.tsx'
import css from './hit.module.css'
import { screeningMessages } from './messages.ts'

/** All data of a list entry, property by property. */
export function EntryProperties({ entry }: { entry: Pick<ListEntry, 'key' | 'properties'> }) {
  const t = useT(screeningMessages)
  const locale = useLocale()
  return (
    <section>
      <h3>{t('fullEntry')}</h3>
      <dl className={css.properties}>
        {Object.entries(entry.properties).map(([property, values]) => (
          <div key={property}>
            <dt>{propertyName(property, locale)}</dt>
            <dd>
              {values.map(value => (
                <span key={value} className={css.value}>
                  <PropertyValue property={property} value={value} />
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
