import { useT } from '#web/platform/i18n.ts'
import { TagsInput } from '#web/ui/form/suggest-field.tsx'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { reportListMessages } from './messages.ts'
import { reportLabels } from './report-calls.ts'

export function AddLabelsForm({ value, onChange }: BulkFormProps<{ add_labels?: string[] }>) {
  const t = useT(reportListMessages)
  return (
    <TagsInput
      aria-label={t('labels')}
      suggest={reportLabels}
      value={value?.add_labels ?? []}
      onChange={labels => onChange(labels.length > 0 ? { add_labels: labels } : null)}
    />
  )
}

export function RemoveLabelsForm({ value, onChange }: BulkFormProps<{ remove_labels?: string[] }>) {
  const t = useT(reportListMessages)
  return (
    <TagsInput
      aria-label={t('labels')}
      isClosed
      suggest={reportLabels}
      value={value?.remove_labels ?? []}
      onChange={labels => onChange(labels.length > 0 ? { remove_labels: labels } : null)}
    />
  )
}
