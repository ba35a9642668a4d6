import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const contextMessages = defineMessages(
  {
    title: '背景',
    toggle: '显示或隐藏背景',
    og: words['zh-CN'].og,
    allVersions: '此页面的全部版本',
    found: '发现的敏感词和名字',
    before: '此页面的上一次改动',
    first: '此前没有改动',
  },
  {
    title: 'Context',
    toggle: 'Show or hide the context',
    og: words['en-US'].og,
    allVersions: 'All versions of this page',
    found: 'Words and names found',
    before: 'Previous change of this page',
    first: 'No change before this one',
  },
)
