import { Fragment } from 'react'
import { useLocale } from '#web/platform/i18n.ts'
import { propertyName } from '#web/ui/entity/property-names.ts'
import { PropertyValue } from '#web/ui/entity/property-value.tsx'

/**
 * The data of a list entry, a line per property in the user’s language. `isShort` leaves out the name, which is already
 * shown above.
 */
export function EntryDetails({
  properties,
  isShort = false,
}: {
  properties: Readonly<Record<string, string[]>>
  isShort?: boolean
}) {
  const locale = useLocale()
  return (
    <div className="break small">
      {Object.entries(properties)
        .filter(([name, values]) => !isShort || name !== 'name' || values.length > 1)
        .map(([name, values]) => (
          <div key={name}>
            <span className="quiet">{propertyName(name, locale)}</span>{' '}
            {values.map((value, at) => (
              <Fragment key={value}>
                {at > 0 && ' · '}
                <PropertyValue property={name} value={value} />
              </Fragment>
            ))}
          </div>
        ))}
    </div>
  )
}
