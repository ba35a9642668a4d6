import { Select, type SelectProps } from 'antd'
import type { VisibleUser } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { pickerMessages } from './messages.ts'
import css from './picker.module.css'
import { useVisibleUsers } from './visible-users.ts'

type SelectPassthrough = Pick<SelectProps, 'id' | 'status' | 'onBlur' | 'disabled' | 'style' | 'placeholder'>
type Props = SelectPassthrough & { value: readonly number[]; onChange: (value: number[]) => void }

/** A list of members, found by name or user name. */
export function UserPicker(props: Props) {
  const { users, nameOf } = useVisibleUsers()
  return <UserSelect {...props} users={users} nameOf={nameOf} />
}

type SelectFromProps = Props &
  Pick<SelectProps, 'autoFocus' | 'loading' | 'maxCount' | 'notFoundContent'> & {
    users: readonly VisibleUser[]
    nameOf: (id: number) => string
  }

/** The same for a list of users from the caller. */
export function UserSelect({ value, onChange, users, nameOf, ...passed }: SelectFromProps) {
  const t = useT(pickerMessages)
  const options = users.map(user => ({
    value: user.id,
    label: user.name || user.username,
    words: `${user.name} ${user.username}`.toLowerCase(),
    user,
  }))
  return (
    <Select<number[], (typeof options)[number]>
      placeholder={t('userPlaceholder')}
      notFoundContent={t('empty')}
      {...passed}
      mode="multiple"
      value={[...value]}
      onChange={onChange}
      options={options}
      allowClear
      labelRender={({ value: id }) => nameOf(Number(id))}
      optionRender={({ data: { user } }) => (
        <span className="row shrink gap-3">
          <Avatar name={user.name || user.username} src={user.avatar} size={20} />
          <span className={css.name}>{user.name || user.username}</span>
          {user.name && <small>{user.username}</small>}
        </span>
      )}
      showSearch={{ filterOption: (typed, option) => option?.words.includes(typed.trim().toLowerCase()) ?? false }}
    />
  )
}
