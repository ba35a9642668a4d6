import { defineMessages } from './i18n.ts'

export const platformMessages = defineMessages({
  requestError: ['请求错误', 'Request Error'],
  away: ['无法连接到服务器，正在尝试重新连接。', 'The server cannot be reached; trying to reconnect.'],
  awayRead: [
    '无法连接到服务器，正在重试，恢复后自动加载。',
    'The server cannot be reached. Trying again; this will load automatically once it is back.',
  ],
  localeChanged: ['语言切换为中文', 'Language switched to English'],
  leaveTitle: ['有未保存的修改', 'There are unsaved changes'],
  leaveText: ['离开此页面，未保存的修改将会丢失。', 'If you leave this page, they will be lost.'],
  leave: ['离开', 'Leave'],
  stay: ['留下', 'Stay'],
})
