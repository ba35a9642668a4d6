import { Input } from 'antd'
import { type Group, GroupPatch, NewGroup } from '#contract/group.api.ts'
import { roles } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { UserPicker } from '#web/ui/picker/user-picker.tsx'
import { saveGroup, saveNewGroup } from './group.ts'
import { useGroupFormatters } from './group-formatters.tsx'
import { groupFieldMessages, groupMessages } from './messages.ts'

const fields = ['name', 'desc', 'members', 'role', 'reviews'] as const
const initial = { name: '', desc: '', members: [], role: null, reviews: false }

type Props = { group?: Group | undefined; onClose: () => void }

/** Creates and edits groups, for administrators. */
export default function GroupForm({ group, onClose }: Props) {
  const t = useT(groupMessages)
  const state = useRecordForm<Group>({
    schema: group ? GroupPatch : NewGroup,
    fields,
    record: group,
    initial,
    save: (values, rev) => (group ? saveGroup(group.id, { ...values, rev }) : saveNewGroup(values as NewGroup)),
    onSaved: saved => {
      notifySuccess(t(group ? 'saved' : 'created', { name: saved.name }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={group ? t('editNamed', { name: group.name }) : t('add')}
      state={state}
      formatters={useGroupFormatters()}
      onClose={onClose}
    >
      <GroupFields isNew={!group} />
    </FormDrawer>
  )
}

function GroupFields({ isNew }: { isNew: boolean }) {
  const t = useT(groupMessages)
  const label = useT(groupFieldMessages)
  const roleName = useT(roleMessages)
  return (
    <>
      <Field name="name" label={label('name')} isRequired isWide>
        {({ value, set, blur, control }) => (
          <Input
            {...control}
            value={String(value ?? '')}
            autoComplete="off"
            autoFocus={isNew}
            maxLength={100}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </Field>
      <Field name="members" label={label('members')} hint={t('membersHint')} isWide>
        {({ value, set, blur, control }) => (
          <UserPicker
            {...control}
            value={Array.isArray(value) ? (value as number[]) : []}
            onChange={set}
            onBlur={blur}
          />
        )}
      </Field>
      <SelectField
        name="role"
        label={label('role')}
        hint={t('roleHint')}
        hasNone
        options={roles.map(role => ({ value: role, label: roleName(role) }))}
      />
      <SwitchField name="reviews" label={label('reviews')} hint={t('reviewsHint')} />
      <Field name="desc" label={label('description')} isWide>
        {({ value, set, blur, control }) => (
          <Input.TextArea
            {...control}
            value={String(value ?? '')}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={500}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </Field>
    </>
  )
}
