import { defineMessages } from '#web/platform/i18n.ts'

export const feedMessages = defineMessages({
  follow: ['用订阅源关注', 'Follow by feed'],
  title: ['订阅源', 'Feed'],
  text: [
    '订阅阅读器可通过此地址读取最新内容，无需登录，内容以您当时的权限为准。请像密码一样保管。',
    'Feed readers read the newest entries at this address without logging in, with the permissions you have at that time. Keep it secret, like a password.',
  ],
  create: ['生成地址', 'Create the address'],
  made: ['“{name}”的地址只显示这一次：', 'The address of “{name}” is shown only once:'],
  atom: ['Atom 地址', 'Atom address'],
  json: ['JSON Feed 地址', 'JSON Feed address'],
  copy: ['复制', 'Copy'],
  copied: ['地址已复制', 'Address copied'],
  copyFailed: [
    '浏览器不允许复制，请选中后复制。',
    'The browser does not allow copying. Select the address and copy it.',
  ],
  tooMany: [
    '最多 50 个订阅源，请先在“用户信息”中撤销不用的。',
    'You already have 50 feeds. Revoke some on the page “User info”.',
  ],
  yours: ['订阅源', 'Feeds'],
  yoursText: [
    '订阅阅读器用这些地址读取您关注的内容；撤销后立即失效。',
    'Feed readers read what you follow at these addresses; a revoked address stops at once.',
  ],
  kind_search: ['保存的搜索', 'saved search'],
  kind_og: ['组织的页面差异', 'differences of an organisation'],
  hits: ['筛查命中', 'Screening hits'],
  kind_screening: ['筛查命中', 'screening hits'],
  used: ['最近使用 {at}', 'last used {at}'],
  unused: ['从未使用', 'never used'],
  created: ['创建于 {at}', 'created {at}'],
  revoke: ['撤销', 'Revoke'],
  revokeNamed: ['撤销“{name}”', 'Revoke “{name}”'],
  revoked: ['已撤销“{name}”', 'Revoked “{name}”'],
})
