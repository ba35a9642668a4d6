import { defineMessages } from '#web/platform/i18n.ts'

export const confirmMessages = defineMessages({
  text: [
    '此操作影响较大，请先确认。确认后 10 分钟内，此次登录不必再次确认。',
    'This act has far-reaching effects. A confirmation lasts ten minutes in this login.',
  ],
  usePasskey: ['使用通行密钥', 'Use a passkey'],
  or: ['或', 'or'],
  code: ['身份验证器中的 6 位验证码', 'Six-digit code of your authenticator app'],
  password: ['密码', 'Password'],
  goTo: ['到“{name}”重新登录', 'Log in again with {name}'],
  elsewhere: [
    '请在新标签页中登录；完成后此操作会自动继续。',
    'Log in in the new tab. Afterwards this act continues here.',
  ],
  none: [
    '您没有设置可用的验证方式。请退出后重新登录：登录后 10 分钟内可直接操作。之后可在“用户信息”页添加通行密钥。',
    'No way to confirm is set up for you here. Log out and log in again: for ten minutes no confirmation is needed. Then add a passkey under “User info”.',
  ],
  lost: ['无法使用时，请退出后重新登录。', 'If this does not work, log out and log in again.'],
  passkeyCancelled: ['未使用通行密钥。请重试。', 'No passkey was used. Try again.'],
  confirm: ['确认', 'Confirm'],
  passwordWrong: ['密码不正确。', 'The password is not correct.'],
  loading: ['正在读取验证方式…', 'Loading the ways to confirm…'],
})
