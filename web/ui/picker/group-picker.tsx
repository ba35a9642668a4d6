import { Select, type SelectProps } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { pickerMessages } from './messages.ts'
import { useVisibleGroups } from './visible-users.ts'

type Props = Pick<SelectProps, 'id' | 'disabled'> & { value?: readonly number[]; onChange?: (value: number[]) => void }

/** A list of groups, found by name. */
export function GroupPicker({ value = [], onChange, ...passed }: Props) {
  const t = useT(pickerMessages)
  const { groups, groupName } = useVisibleGroups()
  return (
    <Select<number[]>
      placeholder={t('groupPlaceholder')}
      notFoundContent={t('empty')}
      {...passed}
      mode="multiple"
      value={[...value]}
      onChange={chosen => onChange?.(chosen)}
      options={groups.map(({ id }) => ({ value: id, label: groupName(id) }))}
      labelRender={({ value: id }) => groupName(Number(id))}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
    />
  )
}
