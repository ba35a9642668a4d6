import { defineMessages } from '#web/platform/i18n.ts'

export const sessionMessages = defineMessages(
  {
    title: 'Login to Og Group',
    username: '用户名',
    password: '密码',
    usernameEmpty: '用户名不能为空',
    passwordEmpty: '密码不能为空',
    failed: '登录出错，请刷新重试',
    welcome: '欢迎使用，{name}',
    remember: '记住用户名',
    login: '登录',
    loggingIn: '正在登录…',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    purpose: '组织、人物、事件与网站变化的内部工作台',
  },
  {
    title: 'Login to Og Group',
    username: 'Username',
    password: 'Password',
    usernameEmpty: 'Username cannot be empty',
    passwordEmpty: 'Password cannot be empty',
    failed: 'Login error, refresh and try again',
    welcome: 'Welcome, {name}',
    remember: 'Remember username',
    login: 'Login',
    loggingIn: 'Logging in…',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    purpose: 'Organisations, persons, events and what changes on their sites',
  },
)
