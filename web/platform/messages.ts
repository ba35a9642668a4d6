import { defineMessages } from './i18n.ts'

export const platformMessages = defineMessages(
  {
    requestError: '请求错误',
    away: '无法连接到服务器，正在尝试重新连接。',
    awayRead: '无法连接到服务器，正在重试，恢复后自动加载。',
    localeChanged: '语言切换为中文',
    leaveTitle: '有未保存的修改',
    leaveText: '离开此页面，未保存的修改将会丢失。',
    leave: '离开',
    stay: '留下',
  },
  {
    requestError: 'Request Error',
    away: 'The server cannot be reached; trying to reconnect.',
    awayRead: 'The server cannot be reached. Trying again; this will load automatically once it is back.',
    localeChanged: 'Language switched to English',
    leaveTitle: 'There are unsaved changes',
    leaveText: 'If you leave this page, they will be lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
)
