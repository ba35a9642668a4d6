import { type SourceField, sourceSchema } from '#contract/source.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useSchemaFormatters } from '#web/ui/schema/schema-formatters.tsx'
import { sourcePageMessages } from './messages.ts'
import { sourceSource } from './picker.ts'

/** Label and formatter of each field of a source. `origins` are the origins that may be shown. */
export function useSourceFormatters(origins: readonly number[]): Record<SourceField, FieldFormatter> {
  const t = useT(sourcePageMessages)
  const items = useChosenItems(sourceSource, origins)
  return useSchemaFormatters(sourceSchema, {
    origin_id: value => {
      const known = items?.get(Number(value))
      if (!known) return items && t('withheld')
      return (
        <PageLink to="source_detail" params={{ id: Number(value) }}>
          {known.label}
        </PageLink>
      )
    },
  })
}
