import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const ogPageMessages = defineMessages({
  list: [words['zh-CN'].ogs, words['en-US'].ogs],
  editKey: ['编辑此组织', 'Edit this organisation'],
  site: ['网站与监测', 'Site and monitoring'],
  loading: ['正在加载组织', 'Loading the organisation'],
  missingTitle: ['没有这个组织', 'There is no such organisation'],
  toList: ['返回组织列表', 'Back to organisations'],
  failedTitle: ['组织没有加载出来', 'The organisation could not be loaded'],
})
