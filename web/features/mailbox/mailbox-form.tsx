import { Input, Select } from 'antd'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Mailbox, MailboxPatch, mailAfters, mailAuths, mailSecurities, NewMailbox } from '#contract/mailbox.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useUser } from '#web/platform/session.ts'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { LinesField, NumberField, PartialDateField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { AccessPicker } from '#web/ui/picker/access-picker.tsx'
import { useVisibleGroups, useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { saveMailbox, saveNewMailbox } from './mailbox.ts'
import { mailboxFieldMessages, mailboxFormMessages, mailboxMessages } from './messages.ts'

const fields = [
  ...(['name', 'is_active', 'host', 'port', 'security', 'username', 'auth', 'secret', 'folder', 'since'] as const),
  ...(['after_read', 'move_to', 'server_id', 'senders', 'owner', 'read_user', 'read_group'] as const),
] as const

type Props = { mailbox?: Mailbox | undefined; onClose: () => void }

/** Adds or edits a mailbox. */
export default function MailboxForm({ mailbox, onClose }: Props) {
  const t = useT(mailboxMessages)
  const formT = useT(mailboxFormMessages)
  const me = useUser()
  const state = useRecordForm<Mailbox>({
    schema: mailbox ? MailboxPatch : NewMailbox,
    fields,
    // The secret is a field of the form only: it is sent, and never received.
    record: mailbox && ({ ...mailbox, secret: '' } as unknown as Mailbox),
    initial: {
      ...{ name: '', is_active: true, host: '', port: 993, security: 'tls', username: '', auth: 'password' },
      ...{ secret: '', folder: 'INBOX', since: new Date().toISOString().slice(0, 10), after_read: 'nothing' },
      ...{ move_to: '', server_id: '', senders: [], owner: me.id, read_user: [], read_group: [] },
    },
    save: (values, rev) =>
      mailbox ? saveMailbox(mailbox.id, { ...values, rev }) : saveNewMailbox(values as NewMailbox),
    onSaved: saved => {
      notifySuccess(mailbox ? t('savedNamed', { name: saved.name }) : formT('created', { name: saved.name }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={mailbox ? t('editNamed', { name: mailbox.name }) : t('add')}
      state={state}
      formatters={useMailboxFormatters()}
      onClose={onClose}
    >
      <MailboxFields mailbox={mailbox} />
    </FormDrawer>
  )
}

function MailboxFields({ mailbox }: { mailbox: Mailbox | undefined }) {
  const t = useT(mailboxFormMessages)
  const label = useT(mailboxFieldMessages)
  const afterRead: unknown = useWatch({ name: 'after_read' })
  const options = <T extends 'tls' | 'starttls' | 'plain' | 'password' | 'token' | 'nothing' | 'flag' | 'move'>(
    values: readonly T[],
  ) => values.map(value => ({ value, label: t(value) }))
  return (
    <>
      <TextField name="name" label={label('name')} isRequired isNullable={false} hasFocus={!mailbox} />
      <SwitchField name="is_active" label={label('is_active')} />
      <TextField name="host" label={label('host')} hint={t('hostHint')} isRequired isNullable={false} />
      <NumberField name="port" label={label('port')} min={1} max={65_535} isRequired hint={undefined} />
      <SelectField name="security" label={label('security')} options={options(mailSecurities)} />
      <TextField name="username" label={label('username')} isRequired isNullable={false} />
      <SelectField name="auth" label={label('auth')} options={options(mailAuths)} />
      <Field
        name="secret"
        label={label('secret')}
        hint={t(mailbox && mailbox.secret !== 'none' ? 'secretKept' : 'secretHint')}
      >
        {({ value, set, blur, control }) => (
          <Input.Password
            {...control}
            value={String(value ?? '')}
            autoComplete="new-password"
            maxLength={8000}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </Field>
      <TextField name="folder" label={label('folder')} isRequired isNullable={false} />
      <PartialDateField name="since" label={label('since')} hint={t('sinceHint')} isRequired />
      <SelectField name="after_read" label={label('after_read')} hint={t('afterHint')} options={options(mailAfters)} />
      {afterRead === 'move' && <TextField name="move_to" label={label('move_to')} isRequired isNullable={false} />}
      <TextField
        name="server_id"
        label={label('server_id')}
        hint={t('serverIdHint')}
        isRequired
        isWide
        isNullable={false}
      />
      <LinesField name="senders" label={label('senders')} hint={t('sendersHint')} />
      <OwnerField />
      <ReadersField />
    </>
  )
}

function OwnerField() {
  const t = useT(mailboxFormMessages)
  const label = useT(mailboxFieldMessages)
  const { users } = useVisibleUsers()
  const options = users.map(user => ({ value: user.id, label: user.name || user.username }))
  return (
    <Field name="owner" label={label('owner')} hint={t('ownerHint')} isRequired isWide>
      {({ value, set, blur, control }) => (
        <Select<number>
          {...control}
          value={typeof value === 'number' ? value : undefined}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

/** One control for two fields: users and groups. */
function ReadersField() {
  const t = useT(mailboxFormMessages)
  const { setValue } = useFormContext()
  const groups = useWatch({ name: 'read_group' }) as number[] | undefined
  return (
    <Field name="read_user" label={t('readers')} isWide>
      {({ value, set, blur, control }) => (
        <AccessPicker
          {...control}
          placeholder={t('everyReader')}
          users={Array.isArray(value) ? (value as number[]) : []}
          groups={groups ?? []}
          onChange={(users, chosen) => {
            set(users)
            setValue('read_group', chosen, { shouldDirty: true })
          }}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

function useMailboxFormatters(): Record<string, FieldFormatter> {
  const label = useT(mailboxFieldMessages)
  const { nameOf } = useVisibleUsers()
  const { groupName } = useVisibleGroups()
  const plain = (name: (typeof fields)[number]) => ({ label: label(name), show: String })
  return {
    ...Object.fromEntries(fields.map(name => [name, plain(name)])),
    senders: { label: label('senders'), show: value => (value as string[]).join('\n') },
    owner: { label: label('owner'), show: value => (typeof value === 'number' ? nameOf(value) : '') },
    read_user: { label: label('read_user'), show: value => (value as number[]).map(nameOf).join('\n') },
    read_group: { label: label('read_group'), show: value => (value as number[]).map(groupName).join('\n') },
  }
}
