import { defineMessages } from '#web/platform/i18n.ts'

/** Separate from the layout's texts: these are needed before the layout is loaded. */
export const guardMessages = defineMessages(
  {
    menuLoading: '正在加载菜单…',
    menuLoaded: '菜单加载成功',
    menuFailed: '菜单加载失败，使用本地菜单：{reason}',
    newVersionTitle: '系统已更新',
    newVersionText: '页面需要重新加载才能继续。',
    lostTitle: '暂时无法打开此页面',
    lostText: '与服务器的连接已断开。连接恢复后，页面会自动打开。',
    failedTitle: '页面出错',
    failedText: '此页面未能显示。请重试，或重新加载。',
    reload: '重新加载',
    settings: '页面设置',
    loadingPage: '正在加载页面',
    connectionLost: '与服务器的连接已断开，正在重试…',
    offline: '网络已断开，恢复后可继续操作。',
  },
  {
    menuLoading: 'Loading the menu…',
    menuLoaded: 'Menu loaded',
    menuFailed: 'The menu could not be loaded; using the local one: {reason}',
    newVersionTitle: 'A new version is available',
    newVersionText: 'Reload the page to continue.',
    lostTitle: 'This page cannot be opened right now',
    lostText: 'The connection to the server is lost. The page opens by itself once it is back.',
    failedTitle: 'This page failed',
    failedText: 'The page could not be shown. Try again, or reload.',
    reload: 'Reload',
    settings: 'Settings',
    loadingPage: 'Loading the page',
    connectionLost: 'Connection to the server lost, trying again…',
    offline: 'You are offline. You can continue once the connection is back.',
  },
)
