import type { CardNoun } from '#contract/noun.ts'
import { useT } from '#web/platform/i18n.ts'
import { CardRows } from '#web/ui/card/rows.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { useCustomCard } from './custom-fields.tsx'
import { recordMessages } from './messages.ts'

/** The custom fields in an entity's form; empty without any. */
export function CustomRows({ noun }: { noun: CardNoun }) {
  const t = useT(recordMessages)
  const card = useCustomCard(noun)
  if (Object.keys(card).length === 0) return null
  return (
    <>
      <FormSection title={t('customFields')} />
      <CardRows card={card} section="custom" />
    </>
  )
}
