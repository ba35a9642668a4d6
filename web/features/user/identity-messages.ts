import { defineMessages } from '#web/platform/i18n.ts'

export const ownIdentityMessages = defineMessages({
  title: ['登录身份', 'Login identities'],
  text: ['除密码外，您还可以用这些身份登录。', 'Besides your password, you log in with these identities.'],
  textNone: ['关联公司账号后，也可以用它登录。', 'Connect your company account to log in with it as well.'],
  textOnly: ['您用这些身份登录，没有密码。', 'You log in with these identities; you have no password.'],
  textOfOther: ['此用户也用这些身份登录。', 'This user also logs in with these identities.'],
  connect: ['关联 {name}', 'Connect {name}'],
  since: ['添加于 {at}', 'added {at}'],
  used: ['最近登录 {at}', 'last login {at}'],
  removeNamed: ['移除 {name}', 'Remove {name}'],
  removeTitle: ['移除登录身份“{name}”？', 'Remove the identity at “{name}”?'],
  removeText: ['由它打开的会话立即结束。', 'Sessions opened with it end at once.'],
  removed: ['已移除“{name}”', 'Identity at “{name}” removed'],
})
