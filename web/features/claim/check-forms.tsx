import { Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import type { Provenance } from '#contract/claim.api.ts'
import { useT } from '#web/platform/i18n.ts'
import type { BulkFormProps } from '#web/ui/list/list-config.ts'
import { checkMessages } from './check-messages.ts'
import { SourceFields, type SourceFormValues, sourceChosenLast, toProvenance } from './source-fields.tsx'

/** Names one source for many facts at once. */
export function StateProvenance({ onChange }: BulkFormProps<Provenance>) {
  const [draft, setDraft] = useState(sourceChosenLast)
  const change = (next: SourceFormValues) => {
    setDraft(next)
    onChange(toProvenance(next) ?? null)
  }
  // The form starts with the source chosen last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the form opens.
  useEffect(() => onChange(toProvenance(draft) ?? null), [])
  return (
    <div className="stack gap-3">
      <SourceFields values={draft} onChange={change} />
    </div>
  )
}

/** Optional note on why facts are settled as they are. */
export function SettleNote({ value, onChange }: BulkFormProps<{ note: string }>) {
  const t = useT(checkMessages)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the form opens.
  useEffect(() => onChange({ note: '' }), [])
  return (
    <div className="stack gap-2">
      <label htmlFor={id} className="small quiet">
        {t('noteLabel')}
      </label>
      <Input.TextArea
        id={id}
        value={value?.note ?? ''}
        maxLength={500}
        rows={2}
        onChange={event => onChange({ note: event.target.value })}
      />
    </div>
  )
}
