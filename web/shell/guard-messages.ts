import { defineMessages } from '#web/platform/i18n.ts'

/** Separate from the layout's texts: these are needed before the layout is loaded. */
export const guardMessages = defineMessages({
  menuLoading: ['正在加载菜单…', 'Loading the menu…'],
  menuLoaded: ['菜单加载成功', 'Menu loaded'],
  menuFailed: ['菜单加载失败，使用本地菜单：{reason}', 'The menu failed to load; using the local one: {reason}'],
  notPermitted: ['当前角色不能打开该页面', 'Your role cannot open that page'],
  mustEnrol: ['请先设置第二步验证', 'Set up a second factor first'],
  newVersionTitle: ['系统已更新', 'A new version is available'],
  newVersionText: ['页面需要重新加载才能继续。', 'Reload the page to continue.'],
  lostTitle: ['暂时无法打开此页面', 'This page cannot be opened right now'],
  lostText: [
    '与服务器的连接已断开。连接恢复后，页面会自动打开。',
    'The connection to the server is lost. The page will open automatically once you are reconnected.',
  ],
  failedTitle: ['页面出错', 'This page failed'],
  failedText: ['此页面未能显示。请重试，或重新加载。', 'The page could not be shown. Try again, or reload.'],
  reload: ['重新加载', 'Reload'],
  settings: ['页面设置', 'Settings'],
  loadingPage: ['正在加载页面', 'Loading the page'],
  connectionLost: ['与服务器的连接已断开，正在重试…', 'Connection to the server lost, trying again…'],
  offline: ['网络已断开，恢复后可继续操作。', 'You are offline. You can continue once the connection is back.'],
})
