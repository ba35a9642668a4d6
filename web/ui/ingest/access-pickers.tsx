import { useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { AccessPicker } from '#web/ui/picker/access-picker.tsx'
import { ingestMessages } from './messages.ts'

export type Access = { read_user: number[]; write_user: number[]; read_group?: number[]; write_group?: number[] }
type Props = Access & { onChange: (change: Partial<Access>) => void }

/** The users and groups who may view and edit the records that a file creates. */
export function AccessPickers({ read_user, write_user, read_group = [], write_group = [], onChange }: Props) {
  const t = useT(ingestMessages)
  const id = useId()
  return (
    <>
      <div className="stack gap-2">
        <label htmlFor={`${id}-read`} className="quiet">
          {t('readUser')}
        </label>
        <AccessPicker
          id={`${id}-read`}
          users={read_user}
          groups={read_group}
          onChange={(users, groups) => onChange({ read_user: users, read_group: groups })}
          placeholder={t('everyone')}
        />
      </div>
      <div className="stack gap-2">
        <label htmlFor={`${id}-write`} className="quiet">
          {t('writeUser')}
        </label>
        <AccessPicker
          id={`${id}-write`}
          users={write_user}
          groups={write_group}
          onChange={(users, groups) => onChange({ write_user: users, write_group: groups })}
          placeholder={t('everyone')}
        />
      </div>
    </>
  )
}
