import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const userFieldMessages = defineMessages({
  username: ['用户名', 'Username'],
  password: ['密码', 'Password'],
  name: ['姓名', 'Name'],
  avatar: ['头像', 'Avatar'],
  desc: ['介绍', 'Introduction'],
  email: ['邮箱', 'E-mail'],
  phone: ['电话', 'Phone'],
  role: ['角色', 'Role'],
  is_service: ['服务账号', 'Service account'],
  active: ['启用', 'Active'],
  disabled: ['已停用', 'Disabled'],
  created_at: ['注册时间', 'Registered'],
  updated_at: [words['zh-CN'].updatedAt, words['en-US'].updatedAt],
  last_seen_at: ['最近使用', 'Last seen'],
  never: ['从未', 'never'],
})

export const userManageMessages = defineMessages({
  title: ['用户管理', 'Users'],
  titleText: [
    '管理用户账号与角色；停用的用户保留其记录。',
    'Manage user accounts and roles; disabled users keep their records.',
  ],
  search: ['用户名、姓名、邮箱', 'Username, name, e-mail'],
  groups: ['用户组', 'Groups'],
  loginMethods: ['登录方式', 'Login methods'],
  serviceHint: [
    '供程序使用：没有密码，不能登录，只凭访问令牌调用接口。',
    'For programs: no password and no login, only access tokens.',
  ],
  service: ['服务账号', 'service'],
  roleByGroup: ['所在用户组授予更高角色：{role}', 'A group gives a higher role: {role}'],
  add: ['新建用户', 'New user'],
  create: ['新建用户', 'New user'],
  created: ['已创建“{name}”，请把用户名和密码交给本人', 'Created “{name}”. Hand over the username and password.'],
  actsNamed: ['{name} 的更多操作', 'More actions for {name}'],
  you: ['您', 'you'],
  emptyTitle: ['还没有用户', 'No users yet'],
  emptyText: [
    '每位成员一个账号，角色决定其权限。',
    'Each member has one account; the role determines their permissions.',
  ],
  passwordHint: [
    '至少 12 个字符；或 8 个以上且不易猜到。请当面或通过安全渠道告知本人。',
    'At least 12 characters, or 8 that are hard to guess. Hand it over in person or through a secure channel.',
  ],
  resetPassword: ['重置密码', 'Reset password'],
  resetTitle: ['重置“{name}”的密码', 'Reset the password of “{name}”'],
  resetText: [
    '保存后，此用户的全部会话、订阅和 OpenRefine 地址立即失效，Webhook 停止；须用新密码重新登录并重新订阅。',
    'All sessions, feeds and OpenRefine addresses of this user end when you save, and webhooks stop. The user must log in with the new password and subscribe again.',
  ],
  resetDone: [
    '已重置“{name}”的密码，其会话和日历订阅已全部结束',
    'Password of “{name}” reset; their sessions and calendar feeds have ended',
  ],
  access: ['会话与日历订阅', 'Sessions and feeds'],
  generate: ['生成', 'Generate'],
  newPassword: ['新密码', 'New password'],
  disable: ['停用', 'Disable'],
  enable: ['启用', 'Enable'],
  disableTitle: ['停用“{name}”？', 'Disable “{name}”?'],
  disableText: [
    '此用户立即退出，且不能再登录；日历订阅和 OpenRefine 地址一并失效。其记录保留，随时可以重新启用。',
    'The user is logged out immediately and can no longer log in; calendar feeds and OpenRefine addresses end as well. The user keeps their records and can be enabled again at any time.',
  ],
  disabledDone: ['已停用“{name}”', 'Disabled “{name}”'],
  enabledDone: ['已启用“{name}”', 'Enabled “{name}”'],
  deleteTitle: ['删除用户“{name}”', 'Delete user “{name}”'],
  deleteText: [
    '此操作不能撤销。此用户拥有的组织、类别和共享视图会移交给接手人；其名字从访问名单中移除，名单上若只有此人，则由接手人代替，记录不会因此对所有人公开。',
    'This cannot be undone. This user’s organisations, categories and shared views are transferred to the successor. The user is removed from all access lists; lists with only this user get the successor instead, so no record becomes visible to everyone.',
  ],
  deleteInstead: [
    '如果只是暂时不用，请改为停用。',
    'If the account is only temporarily not needed, disable it instead.',
  ],
  heir: ['接手人', 'Successor'],
  heirPlaceholder: ['选择接手其记录的成员', 'Choose who takes over the records'],
  deleted: ['已删除“{name}”，其记录已移交给 {heir}', 'Deleted “{name}”; records transferred to {heir}'],
})

export const userInfoMessages = defineMessages({
  title: ['用户信息', 'User info'],
  registered: ['{at} 注册', 'Registered {at}'],
  profile: ['个人资料', 'Profile'],
  saveProfile: ['保存资料', 'Save profile'],
  profileSaved: ['资料已保存', 'Profile saved'],
  nameHint: ['显示给团队其他成员；不填则显示用户名', 'Shown to the team; if empty, the username is shown'],
  password: ['修改密码', 'Change password'],
  passwordText: [
    '修改后，您在其他设备上的会话、您的订阅和 OpenRefine 地址会立即失效，Webhook 会停止；须重新订阅和启用。',
    'When the password changes, your sessions on other devices, your feeds and your OpenRefine addresses end immediately, and your webhooks stop; you will need to subscribe again and switch them on.',
  ],
  oldPassword: ['原密码', 'Old password'],
  newPassword: ['新密码', 'New password'],
  changePassword: ['修改密码', 'Change password'],
  passwordChanged: [
    '密码已修改，其他会话和日历订阅已结束',
    'Password changed; your other sessions and calendar feeds have ended',
  ],
  emailPassword: ['当前密码', 'Current password'],
  emailPasswordHint: ['更换邮箱需要填写', 'Required to change the e-mail address'],
  passwordRule: ['至少 12 个字符；或 8 个以上且不易猜到。', 'At least 12 characters, or 8 that are hard to guess.'],
  tooShort: [
    '{count, plural, other {还需要 # 个字符}}',
    '{count, plural, one {# more character needed} other {# more characters needed}}',
  ],
  personal: ['不要使用自己的用户名或邮箱', 'Do not use your own username or e-mail'],
  longer: ['较短：加长到 12 个字符以上更稳妥', 'Rather short: 12 characters or more is safer'],
  longEnough: ['长度足够；常见的密码仍会被拒绝', 'Long enough; common passwords are still rejected'],
  sessions: ['登录会话', 'Sessions'],
  sessionsText: [
    '您目前登录的设备。如有陌生设备，请结束其会话并修改密码。',
    'Devices where you are logged in. If you do not recognise one, end its session and change your password.',
  ],
  sessionsOfOther: [
    '此用户目前登录的设备。结束后须重新登录。',
    'Devices where this user is logged in. After a session ends, they have to log in again.',
  ],
  noSessions: ['此用户目前没有登录。', 'This user is not logged in anywhere.'],
  current: ['当前会话', 'this session'],
  endOne: ['结束', 'End'],
  endOneNamed: ['结束 {device}（{address}）的会话', 'End the session of {device} ({address})'],
  endOthers: ['结束其他会话', 'End other sessions'],
  ended: [
    '{count, plural, =0 {没有其他会话} other {已结束 # 个会话}}',
    '{count, plural, =0 {No other sessions} one {# session ended} other {# sessions ended}}',
  ],
  lastSeen: ['最近使用 {at}', 'Last used {at}'],
  since: ['登录于 {at}', 'since {at}'],
  unknownDevice: ['未知设备', 'Unknown device'],
  appearance: ['外观', 'Appearance'],
  appearanceText: [
    '菜单、标签页、主题色等更多选项在用户菜单的“页面设置”中。',
    'Menu, tabs, theme colour and more are under “Settings” in the user menu.',
  ],
  system: [words['zh-CN'].followSystem, words['en-US'].followSystem],
  clip: ['采集网页', 'Clip pages'],
  setUpClip: ['设置书签', 'Set up the bookmark'],
  clipText: [
    '用书签把您在浏览器中看到的网页存为版本，包括登录后才能看到的网页。',
    'A bookmark stores pages as you see them in your browser, also those behind a login.',
  ],
  webhooks: ['Webhook', 'Webhooks'],
  webhooksText: ['有新事件时通知其他程序或聊天群。', 'Notify other programs or chat channels of new events.'],
  manageWebhooks: ['管理 Webhook', 'Manage webhooks'],
})

export const accessMessages = defineMessages({
  title: ['“{name}”的会话与日历订阅', 'Sessions and feeds of “{name}”'],
  feeds: ['日历订阅', 'Calendar feeds'],
  feedsText: [
    '日历程序通过私密地址读取，无需登录。撤销后该地址立即失效。',
    'Calendar programs read feeds at a private address, without logging in. A revoked address stops working immediately.',
  ],
  noFeeds: ['没有日历订阅。', 'No calendar feeds.'],
  feedUsed: ['最近读取 {at}', 'Last read {at}'],
  feedNeverUsed: ['从未读取', 'Never read'],
  feedSince: ['创建于 {at}', 'created {at}'],
  endFeed: ['撤销', 'Revoke'],
  endFeedNamed: ['撤销日历订阅“{name}”', 'Revoke the calendar feed “{name}”'],
  feedEnded: ['已撤销日历订阅“{name}”', 'Calendar feed “{name}” revoked'],
  endAll: ['全部结束', 'End all'],
  endTitle: ['结束“{name}”的全部会话和日历订阅？', 'End all sessions and calendar feeds of “{name}”?'],
  endText: [
    '此用户会立即退出登录，日历订阅、OpenRefine 地址和未用的下载链接一并失效，未保存的内容可能丢失；之后可以重新登录。',
    'The user is logged out immediately and might lose unsaved changes; calendar feeds, OpenRefine addresses and unused download links end as well. The user can log in again afterwards.',
  ],
  ended: [
    '已结束“{name}”的 {sessions, number} 个会话，撤销 {feeds, number} 个日历订阅',
    'Ended {sessions, plural, one {# session} other {# sessions}} and revoked {feeds, plural, one {# calendar feed} other {# calendar feeds}} of “{name}”',
  ],
})

/** A secret that is shown once. */
