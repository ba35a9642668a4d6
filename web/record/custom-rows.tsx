import type { Entity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { SchemaRows } from '#web/ui/schema/rows.tsx'
import { useCustomSchema } from './custom-fields.tsx'
import { recordMessages } from './messages.ts'

/** The custom fields in an entity's form; empty without any. */
export function CustomRows({ noun }: { noun: Entity }) {
  const t = useT(recordMessages)
  const schema = useCustomSchema(noun)
  if (Object.keys(schema).length === 0) return null
  return (
    <>
      <FormSection title={t('customFields')} />
      <SchemaRows schema={schema} section="custom" />
    </>
  )
}
