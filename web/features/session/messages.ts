import { defineMessages } from '#web/platform/i18n.ts'

export const sessionMessages = defineMessages({
  title: ['Login to Og Group', 'Login to Og Group'],
  username: ['用户名', 'Username'],
  password: ['密码', 'Password'],
  usernameEmpty: ['用户名不能为空', 'Username cannot be empty'],
  passwordEmpty: ['密码不能为空', 'Password cannot be empty'],
  failed: ['登录出错，请刷新重试', 'Login error, refresh and try again'],
  away: [
    '服务器无响应，密码尚未核对。恢复后请重新登录，已填写的内容会保留。',
    'The server is not responding, so the password was not checked. Log in again once it is back; your entries are kept.',
  ],
  faulty: [
    '服务器出错，密码尚未核对。请稍后再试，或联系管理员。',
    'Server error: the password was not checked. Try again later, or contact the administrator.',
  ],
  welcome: ['欢迎使用，{name}', 'Welcome, {name}'],
  remember: ['记住用户名', 'Remember username'],
  login: ['登录', 'Login'],
  loggingIn: ['正在登录…', 'Logging in…'],
  showPassword: ['显示密码', 'Show password'],
  hidePassword: ['隐藏密码', 'Hide password'],
  purpose: ['组织、人物、事件与网站变化的内部工作台', 'Organisations, persons, events and what changes on their sites'],
})
