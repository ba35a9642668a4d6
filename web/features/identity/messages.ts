import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const identityFieldMessages = defineMessages({
  issuer: ['签发者地址', 'Issuer'],
  client_id: ['客户端 ID', 'Client ID'],
  client_secret: ['客户端密钥', 'Client secret'],
  scopes: ['请求的范围', 'Scopes'],
  is_active: ['用于登录', 'Used for login'],
  creates_users: ['首次登录时新建用户', 'Create users at their first login'],
  new_role: ['新用户的角色', 'Role of new users'],
  links_by_email: ['按邮箱找到现有用户', 'Find existing users by e-mail'],
  email_domains: ['允许的邮箱域名', 'Allowed e-mail domains'],
  group_claim: ['含用户组的声明', 'Claim with the groups'],
  group_map: ['用户组对应', 'Groups'],
  group_value: ['提供方的组', 'Group at the provider'],
  group: ['这里的用户组', 'Group here'],
  users: ['用户', 'Users'],
  last_used_at: ['最近登录', 'Last login'],
  updated_at: [words['zh-CN'].updatedAt, words['en-US'].updatedAt],
})

export const identityMessages = defineMessages({
  title: ['登录方式', 'Login methods'],
  titleText: [
    '让用户通过公司的身份提供方（OpenID Connect）登录；密码登录可在“系统”页关闭。',
    'Let users log in with your company’s identity provider (OpenID Connect). Passwords can be switched off on the “System” page.',
  ],
  add: ['添加身份提供方', 'Add a provider'],
  emptyTitle: ['尚未设置身份提供方', 'No identity providers'],
  emptyText: [
    '用户现在用密码登录。先在提供方登记本控制台，再把签发者地址和客户端 ID 填到这里。',
    'Users log in with passwords. Register this console with your provider, then enter its issuer and client ID here.',
  ],
  registerTitle: ['在提供方登记的地址', 'Addresses to register with the provider'],
  registerText: [
    '把 {id} 换成列表中提供方的编号。地址来自 OG_PUBLIC_URL，用户须从该地址打开控制台。',
    'Replace {id} by the provider’s number in the list. The addresses come from OG_PUBLIC_URL; users must open the console there.',
  ],
  redirect: ['登录后的回调地址', 'Redirect URI'],
  logout: ['后端注销地址', 'Back-channel logout URI'],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  copyFailed: ['浏览器不允许复制，请选中后复制。', 'The browser does not allow copying. Select the text and copy it.'],
  number: ['编号 {id}', 'Number {id}'],
  inactive: ['未启用', 'Not used'],
  userCount: ['{count} 位用户', 'Users: {count}'],
  used: ['最近登录 {at}', 'last login {at}'],
  unused: ['还没有人登录过', 'no logins yet'],
  failed: ['{at} 登录失败：{reason}', 'Login failed at {at}: {reason}'],
  unreadable: [
    '客户端密钥无法解密（OG_SECRET_KEY 或 secret.key 已改变），请重新填写。',
    'The client secret cannot be decrypted (OG_SECRET_KEY or secret.key has changed). Enter it again.',
  ],
  test: ['测试', 'Test'],
  testOk: [
    '连接正常：读到 {keys} 个签名密钥。登录地址：{address}',
    'The provider replies: {keys} signing keys. Users log in at {address}',
  ],
  testNoLogout: [
    '提供方未声明支持后端注销：在那里注销后，这里的会话仍有效。',
    'The provider does not announce back-channel logout: sessions here go on after a logout there.',
  ],
  testFailed: ['测试失败：{reason}', 'The test failed: {reason}'],
  created: ['已添加“{name}”，编号 {id}', '“{name}” added with number {id}'],
  issuerHint: [
    '例如 https://login.example.org/realms/company，不含 /.well-known/…',
    'For example https://login.example.org/realms/company, without /.well-known/…',
  ],
  secretHint: ['留空表示公共客户端（仅用 PKCE）。', 'Leave empty for a public client (PKCE only).'],
  secretKept: ['已保存，留空则不变。', 'Stored. Leave empty to keep it.'],
  createsHint: [
    '关闭时，只有已关联的用户能够登录。',
    'When this is off, only users who already have an identity there can log in.',
  ],
  linksHint: [
    '仅当提供方声明邮箱已验证，且只有一位用户使用该邮箱。提供方因此能以任何现有用户的身份登录。',
    'Only if the provider states that it has verified the address, and one user has it. The provider can then log in as any existing user.',
  ],
  domainsHint: ['留空则不限。须为已验证的邮箱。', 'Empty: any. The address must be verified.'],
  claimHint: ['例如 groups；留空则不读取。', 'For example groups; empty: groups are not read.'],
  mapHint: [
    '每次登录时，用户按此加入或离开这些用户组；其他用户组不受影响。',
    'At each login, users join or leave these groups accordingly; other groups are not affected.',
  ],
  addMapping: ['添加对应', 'Add a group'],
  issuerWarning: [
    '修改签发者地址后，已关联的用户须重新关联。',
    'After a change of the issuer, users must be linked again.',
  ],
  deleteTitle: ['删除身份提供方“{name}”？', 'Delete the provider “{name}”?'],
  deleteText: [
    '{count} 位用户不能再通过它登录，由它打开的会话立即结束。',
    'Users who can no longer log in with it: {count}. Sessions opened with it end at once.',
  ],
})
