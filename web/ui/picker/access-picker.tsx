import { Select, type SelectProps } from 'antd'
import { UsersRound } from 'lucide-react'
import type { VisibleUser } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { pickerMessages } from './messages.ts'
import css from './picker.module.css'
import { useVisibleGroups, useVisibleUsers } from './visible-users.ts'

type SelectPassthrough = Pick<
  SelectProps,
  'id' | 'status' | 'onBlur' | 'disabled' | 'placeholder' | 'autoFocus' | 'loading' | 'maxCount' | 'notFoundContent'
>
type Props = SelectPassthrough & {
  users: readonly number[]
  groups: readonly number[]
  onChange: (users: number[], groups: number[]) => void
  /** The users to choose from; absent: all. */
  among?: { users: readonly VisibleUser[]; nameOf: (id: number) => string }
}
type Option = { value: number; label: string; words: string; avatar?: string | null; second?: string }

/** Users and groups of an access list, in one field: groups first, by name. */
export function AccessPicker({ users, groups, onChange, among, ...passed }: Props) {
  const t = useT(pickerMessages)
  const all = useVisibleUsers(among === undefined)
  const { users: known, nameOf } = among ?? all
  const { groups: knownGroups, groupName } = useVisibleGroups()
  // Within the field a group has its negative id, so that it differs from the user with the same number.
  const ofGroups: Option[] = knownGroups.map(group => ({
    value: -group.id,
    label: groupName(group.id),
    words: group.name.toLowerCase(),
  }))
  const ofUsers: Option[] = known.map(user => ({
    value: user.id,
    label: user.name || user.username,
    words: `${user.name} ${user.username}`.toLowerCase(),
    avatar: user.avatar,
    ...(user.name && { second: user.username }),
  }))
  const options =
    ofGroups.length === 0
      ? ofUsers
      : [
          { label: t('groupsTitle'), options: ofGroups },
          { label: t('usersTitle'), options: ofUsers },
        ]
  return (
    <Select<number[], Option | { label: string; options: Option[] }>
      placeholder={ofGroups.length === 0 ? t('userPlaceholder') : t('accessPlaceholder')}
      notFoundContent={t('empty')}
      {...passed}
      mode="multiple"
      value={[...groups.map(id => -id), ...users]}
      onChange={keys =>
        onChange(
          keys.filter(key => key > 0),
          keys.filter(key => key < 0).map(key => -key),
        )
      }
      options={options}
      allowClear
      labelRender={({ value }) => (Number(value) < 0 ? groupName(-Number(value)) : nameOf(Number(value)))}
      optionRender={({ data }) => <OptionRow {...(data as Option)} />}
      showSearch={{
        filterOption: (typed, option) =>
          option !== undefined && 'words' in option && option.words.includes(typed.trim().toLowerCase()),
      }}
    />
  )
}

function OptionRow({ value, label, avatar, second }: Option) {
  return (
    <span className="row shrink gap-3">
      {value < 0 ? <UsersRound size={20} aria-hidden /> : <Avatar name={label} src={avatar ?? null} size={20} />}
      <span className={css.name}>{label}</span>
      {second && <small>{second}</small>}
    </span>
  )
}
