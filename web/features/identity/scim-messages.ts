import { defineMessages } from '#web/platform/i18n.ts'

export const scimMessages = defineMessages({
  open: ['用户同步', 'Provisioning'],
  title: ['“{name}”的用户同步（SCIM）', 'Provisioning by “{name}” (SCIM)'],
  text: [
    '身份提供方用凭据新建、修改和停用用户，并管理其用户组。手工建立的用户组只有在“用户组对应”中指定后才会改变。',
    'With a credential, the provider creates, changes and disables users, and manages its groups. A group made by hand changes only if “Groups” assigns it.',
  ],
  address: ['在提供方填写的地址', 'Address to enter with the provider'],
  counts: ['已同步 {users} 位用户、{groups} 个用户组', 'Provisioned users: {users}, groups: {groups}'],
  name: ['凭据名称', 'Name of the credential'],
  newRole: ['由它新建的用户的角色', 'Role of users created with it'],
  create: ['新建凭据', 'Create a credential'],
  made: ['凭据“{name}”，只显示这一次', 'Credential “{name}”, shown only now'],
  howTo: [
    '作为令牌（Bearer）填到提供方；只能用于用户同步。',
    'Enter it with the provider as its token. It opens nothing else.',
  ],
  role: ['新用户：{role}', 'new users: {role}'],
  used: ['最近使用 {at}', 'last used {at}'],
  unused: ['从未使用', 'never used'],
  revoke: ['撤销', 'Revoke'],
  revokeNamed: ['撤销凭据“{name}”', 'Revoke the credential “{name}”'],
  revokeTitle: ['撤销凭据“{name}”？', 'Revoke the credential “{name}”?'],
  revokeText: [
    '提供方立即不能再同步；现有用户和用户组保持不变。',
    'The provider can change nothing from now on. Users and groups stay as they are.',
  ],
  revoked: ['已撤销凭据“{name}”', 'Credential “{name}” revoked'],
  keep: ['保留', 'Keep it'],
})
