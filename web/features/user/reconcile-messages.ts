import { defineMessages } from '#web/platform/i18n.ts'

export const reconcileMessages = defineMessages({
  title: ['OpenRefine 地址', 'OpenRefine addresses'],
  text: [
    'OpenRefine 等程序通过私密地址把您表格中的名称与名单核对，无需登录，以您当时的权限为准；请像密码一样保管。',
    'OpenRefine and similar programs match the names of your tables with the lists at a private address, without logging in and with the permissions you have at that time. Keep it secret, like a password.',
  ],
  name: ['新地址的名称', 'Name of the new address'],
  defaultName: ['OpenRefine', 'OpenRefine'],
  create: ['生成地址', 'Create the address'],
  made: ['“{name}”的地址只显示这一次：', 'The address of “{name}” is shown only once:'],
  howTo: [
    '在 OpenRefine 中：列菜单 → Reconcile → Start reconciling… → Add standard service，粘贴此地址。',
    'In OpenRefine: column menu → Reconcile → Start reconciling… → Add standard service, then paste this address.',
  ],
  created: ['创建于 {at}', 'created {at}'],
  used: ['最近使用 {at}', 'Last used {at}'],
  unused: ['从未使用', 'Never used'],
  revoke: ['撤销', 'Revoke'],
  revokeNamed: ['撤销 OpenRefine 地址“{name}”', 'Revoke the OpenRefine address “{name}”'],
  revokeTitle: ['撤销地址“{name}”？', 'Revoke the address “{name}”?'],
  revokeText: [
    '使用此地址的程序将立即无法核对名称，且不能恢复。',
    'Programs that use this address can no longer match names. This cannot be undone.',
  ],
  revoked: ['已撤销地址“{name}”', 'Address “{name}” revoked'],
  tooMany: ['最多 20 个地址，请先撤销不用的。', 'You already have 20 addresses. Revoke one you no longer use.'],
})
