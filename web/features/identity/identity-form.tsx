import { Input, Select } from 'antd'
import { useWatch } from 'react-hook-form'
import { type IdentityProvider, IdentityProviderPatch, NewIdentityProvider } from '#contract/identity.api.ts'
import { roles } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { RowsField } from '#web/ui/form/rows-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { useVisibleGroups } from '#web/ui/picker/visible-users.ts'
import { saveNewProvider, saveProvider } from './identity.ts'
import { identityFieldMessages, identityMessages } from './messages.ts'

const fields = [
  'name',
  'issuer',
  'client_id',
  'client_secret',
  'scopes',
  'is_active',
  'creates_users',
  'new_role',
  'links_by_email',
  'email_domains',
  'group_claim',
  'group_map',
] as const

const initial = {
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  scopes: ['email', 'profile'],
  is_active: true,
  creates_users: false,
  new_role: 'reader',
  links_by_email: false,
  email_domains: [],
  group_claim: '',
  group_map: [],
}

type Props = { provider?: IdentityProvider | undefined; onClose: () => void }

/** Adds or edits an identity provider. */
export default function IdentityForm({ provider, onClose }: Props) {
  const t = useT(identityMessages)
  const state = useRecordForm<IdentityProvider>({
    schema: provider ? IdentityProviderPatch : NewIdentityProvider,
    fields,
    record: provider && Object.assign({ client_secret: '' }, provider),
    initial,
    save: (values, rev) =>
      provider ? saveProvider(provider.id, { ...values, rev }) : saveNewProvider(values as NewIdentityProvider),
    onSaved: saved => {
      notifySuccess(
        provider ? t('savedNamed', { name: saved.name }) : t('created', { name: saved.name, id: String(saved.id) }),
      )
      onClose()
    },
  })
  return (
    <FormDrawer
      title={provider ? t('editNamed', { name: provider.name }) : t('add')}
      state={state}
      formatters={useIdentityFormatters()}
      onClose={onClose}
    >
      <IdentityFields provider={provider} />
    </FormDrawer>
  )
}

function IdentityFields({ provider }: { provider: IdentityProvider | undefined }) {
  const t = useT(identityMessages)
  const label = useT(identityFieldMessages)
  const roleName = useT(roleMessages)
  const { groups } = useVisibleGroups()
  const issuer: unknown = useWatch({ name: 'issuer' })
  const isOther = provider !== undefined && provider.users > 0 && issuer !== provider.issuer
  return (
    <>
      <TextField name="name" label={label('name')} isRequired isNullable={false} hasFocus={!provider} />
      <SwitchField name="is_active" label={label('is_active')} />
      <TextField
        name="issuer"
        label={label('issuer')}
        hint={t(isOther ? 'issuerWarning' : 'issuerHint')}
        isRequired
        isWide
        isNullable={false}
      />
      <TextField name="client_id" label={label('client_id')} isRequired isNullable={false} />
      <Field
        name="client_secret"
        label={label('client_secret')}
        hint={t(provider && provider.secret !== 'none' ? 'secretKept' : 'secretHint')}
      >
        {({ value, set, blur, control }) => (
          <Input.Password
            {...control}
            value={String(value ?? '')}
            autoComplete="new-password"
            maxLength={1000}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </Field>
      <TagsField name="scopes" />
      <TagsField name="email_domains" hint={t('domainsHint')} />
      <SwitchField name="creates_users" label={label('creates_users')} hint={t('createsHint')} />
      <SelectField
        name="new_role"
        label={label('new_role')}
        options={roles.map(role => ({ value: role, label: roleName(role) }))}
      />
      <SwitchField name="links_by_email" label={label('links_by_email')} hint={t('linksHint')} />
      <TextField name="group_claim" label={label('group_claim')} hint={t('claimHint')} isNullable={false} />
      <RowsField
        name="group_map"
        label={label('group_map')}
        addLabel={t('addMapping')}
        empty={{ value: '', group: null }}
        atMost={200}
      >
        {row => (
          <>
            <TextField name={`${row}.value`} label={label('group_value')} isRequired isNullable={false} />
            <Field name={`${row}.group`} label={label('group')} isRequired>
              {({ value, set, blur, control }) => (
                <Select
                  {...control}
                  value={typeof value === 'number' ? value : undefined}
                  options={groups.map(group => ({ value: group.id, label: group.name }))}
                  showSearch={{ optionFilterProp: 'label' }}
                  onChange={set}
                  onBlur={blur}
                />
              )}
            </Field>
          </>
        )}
      </RowsField>
      <p className="small faint">{t('mapHint')}</p>
    </>
  )
}

/** Short texts, each entered with Enter or a comma. */
function TagsField({ name, hint }: { name: 'scopes' | 'email_domains'; hint?: string }) {
  const label = useT(identityFieldMessages)
  return (
    <Field name={name} label={label(name)} hint={hint}>
      {({ value, set, blur, control }) => (
        <Select
          {...control}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ', '，']}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={set}
          onBlur={blur}
        />
      )}
    </Field>
  )
}

function useIdentityFormatters(): Record<string, FieldFormatter> {
  const label = useT(identityFieldMessages)
  const roleName = useT(roleMessages)
  const { groupName } = useVisibleGroups()
  const list = (value: unknown) => (value as string[]).join(', ')
  const plain = (name: (typeof fields)[number]) => ({ label: label(name), show: String })
  return {
    ...Object.fromEntries(fields.map(name => [name, plain(name)])),
    scopes: { label: label('scopes'), show: list },
    email_domains: { label: label('email_domains'), show: list },
    new_role: { label: label('new_role'), show: value => roleName(value as IdentityProvider['new_role']) },
    group_map: {
      label: label('group_map'),
      show: value =>
        (value as IdentityProvider['group_map']).map(row => `${row.value} → ${groupName(row.group)}`).join('\n'),
    },
  }
}
