import { useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { UserPicker } from '#web/ui/picker/user-picker.tsx'
import { ingestMessages } from './messages.ts'

type Access = { read_user: number[]; write_user: number[] }
type Props = Access & { onChange: (change: Partial<Access>) => void }

/** The users who may view and edit the records that a file creates. */
export function AccessPickers({ read_user, write_user, onChange }: Props) {
  const t = useT(ingestMessages)
  const id = useId()
  return (
    <>
      <div className="stack gap-2">
        <label htmlFor={`${id}-read`} className="quiet">
          {t('readUser')}
        </label>
        <UserPicker
          id={`${id}-read`}
          value={read_user}
          onChange={list => onChange({ read_user: list })}
          placeholder={t('everyone')}
        />
      </div>
      <div className="stack gap-2">
        <label htmlFor={`${id}-write`} className="quiet">
          {t('writeUser')}
        </label>
        <UserPicker
          id={`${id}-write`}
          value={write_user}
          onChange={list => onChange({ write_user: list })}
          placeholder={t('everyone')}
        />
      </div>
    </>
  )
}
