import type { FunctionComponent } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { type Suggest, TagsInput } from '#web/ui/form/suggest-field.tsx'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { bulkMessages } from './bulk-messages.ts'

type LabelField = 'add_labels' | 'remove_labels'

/** Form for the labels that many records get or lose; only labels in use can be removed. */
export function labelForm(
  field: LabelField,
  suggest: Suggest,
): FunctionComponent<BulkFormProps<Partial<Record<LabelField, string[]>>>> {
  return function LabelForm({ value, onChange }) {
    const t = useT(bulkMessages)
    return (
      <TagsInput
        aria-label={t('labels')}
        isClosed={field === 'remove_labels'}
        suggest={suggest}
        value={value?.[field] ?? []}
        onChange={labels => onChange(labels.length > 0 ? { [field]: labels } : null)}
      />
    )
  }
}
