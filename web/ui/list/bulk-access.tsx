import { Checkbox } from 'antd'
import { useId, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { UserPicker } from '#web/ui/picker/user-picker.tsx'
import type { BulkFormProps } from './list-config.ts'
import { listMessages } from './messages.ts'

type AccessPatch = { read_user?: number[]; write_user?: number[] }

/** Each list is replaced only if that is selected; an empty list removes the restriction. */
export function AccessForm({ value, onChange }: BulkFormProps<AccessPatch>) {
  const t = useT(listMessages)
  const formId = useId()
  const [lists, setLists] = useState<AccessPatch>(value ?? {})
  const set = (field: keyof AccessPatch, ids: number[] | undefined) => {
    const { [field]: _, ...others } = lists
    const next: AccessPatch = ids ? { ...others, [field]: ids } : others
    setLists(next)
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  const row = (field: keyof AccessPatch, label: string) => {
    const ids = lists[field]
    return (
      <div className="stack gap-3">
        <Checkbox checked={ids !== undefined} onChange={event => set(field, event.target.checked ? [] : undefined)}>
          {label}
        </Checkbox>
        {ids && (
          <>
            <label className="visually-hidden" htmlFor={`${formId}${field}`}>
              {label}
            </label>
            <UserPicker
              id={`${formId}${field}`}
              placeholder={t('accessOpen')}
              value={ids}
              onChange={next => set(field, next)}
            />
          </>
        )}
      </div>
    )
  }
  return (
    <div className="stack gap-3">
      {row('read_user', t('replaceRead'))}
      {row('write_user', t('replaceWrite'))}
    </div>
  )
}
