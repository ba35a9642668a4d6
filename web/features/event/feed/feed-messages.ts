import { defineMessages } from '#web/platform/i18n.ts'

export const feedMessages = defineMessages({
  title: ['订阅日历', 'Subscribe to the calendar'],
  text: [
    '日历程序可通过此地址读取事件，无需登录，内容以您当时的权限为准。请像密码一样保管。',
    'Calendar programs read events at this address without logging in, with the permissions you have at that time. Keep it secret, like a password.',
  ],
  defaultName: ['我的事件', 'My events'],
  filtered: ['只包含当前筛选的事件', 'Only events matching the current filter'],
  filteredText: [
    '订阅创建后，筛选条件不再随列表改变。',
    'The feed keeps this filter even if the list’s filters change later.',
  ],
  all: ['您可以查看的全部事件', 'All events you can view'],
  create: ['生成地址', 'Create the address'],
  made: ['“{name}”的地址只显示这一次：', 'The address of “{name}” is shown only once:'],
  copy: ['复制', 'Copy'],
  copied: ['地址已复制', 'Address copied'],
  copyFailed: [
    '浏览器不允许复制，请选中地址后复制。',
    'The browser does not allow copying. Select the address and copy it.',
  ],
  yours: ['已有的订阅', 'Your feeds'],
  none: ['还没有订阅。', 'No feeds yet.'],
  created: ['创建于 {at}', 'Created {at}'],
  used: ['最近使用 {at}', 'last used {at}'],
  unused: ['从未使用', 'never used'],
  revoke: ['撤销', 'Revoke'],
  revokeNamed: ['撤销“{name}”', 'Revoke “{name}”'],
  revokeTitle: ['撤销“{name}”？', 'Revoke “{name}”?'],
  revokeText: [
    '使用此地址的日历程序将立即无法读取事件，且不能恢复。',
    'Calendar programs that use this address can no longer read events. This cannot be undone.',
  ],
  revoked: ['已撤销“{name}”', 'Revoked “{name}”'],
  tooMany: ['最多 20 个订阅，请先撤销不用的。', 'You already have 20 feeds. Revoke one you no longer use.'],
  failed: ['订阅加载失败。', 'The feeds failed to load.'],
})
