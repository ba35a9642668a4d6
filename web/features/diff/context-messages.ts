import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const contextMessages = defineMessages({
  title: ['背景', 'Context'],
  toggle: ['显示或隐藏背景', 'Show or hide the context'],
  og: [words['zh-CN'].og, words['en-US'].og],
  allVersions: ['此页面的全部版本', 'All versions of this page'],
  found: ['发现的敏感词和名称', 'Words and names found'],
  before: ['此页面的上一次改动', 'Previous change of this page'],
  first: ['此前无改动', 'No earlier changes'],
})
