import { Checkbox } from 'antd'
import { useId, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { AccessPicker } from '#web/ui/picker/access-picker.tsx'
import type { BulkFormProps } from './list-config.ts'
import { listMessages } from './messages.ts'

type AccessPatch = { read_user?: number[]; write_user?: number[]; read_group?: number[]; write_group?: number[] }
type ListName = 'read' | 'write'

/** Each list is replaced only if that is selected; an empty list removes the restriction. */
export function AccessForm({ value, onChange }: BulkFormProps<AccessPatch>) {
  const t = useT(listMessages)
  const formId = useId()
  const [lists, setLists] = useState<AccessPatch>(value ?? {})
  const set = (list: ListName, users: number[] | undefined, groups: number[] = []) => {
    const { [`${list}_user` as const]: _users, [`${list}_group` as const]: _groups, ...others } = lists
    const next: AccessPatch = users ? { ...others, [`${list}_user`]: users, [`${list}_group`]: groups } : others
    setLists(next)
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  const row = (list: ListName, label: string) => {
    const users = lists[`${list}_user`]
    return (
      <div className="stack gap-3">
        <Checkbox checked={users !== undefined} onChange={event => set(list, event.target.checked ? [] : undefined)}>
          {label}
        </Checkbox>
        {users && (
          <>
            <label className="visually-hidden" htmlFor={`${formId}${list}`}>
              {label}
            </label>
            <AccessPicker
              id={`${formId}${list}`}
              placeholder={t('accessOpen')}
              users={users}
              groups={lists[`${list}_group`] ?? []}
              onChange={(nextUsers, nextGroups) => set(list, nextUsers, nextGroups)}
            />
          </>
        )}
      </div>
    )
  }
  return (
    <div className="stack gap-3">
      {row('read', t('replaceRead'))}
      {row('write', t('replaceWrite'))}
    </div>
  )
}
