import { entityRecord } from '#contract/registry.ts'
import { defineMessages } from '#web/platform/i18n.ts'

const entityWords = entityRecord((noun, { one }) => [noun, [one['zh-CN'], one['en-US'].toLowerCase()]])

/** Texts in a report's body besides its content. */
export const bodyMessages = defineMessages({
  withheld: ['无权查看', 'withheld'],
  withheldText: [
    '此处引用的内容您无权查看，或已不存在。',
    'The cited item is not available to you or no longer exists.',
  ],
  evidence: ['证据 {number}', 'Evidence {number}'],
  openSource: ['打开来源', 'Open the source'],
  openRecord: ['查看{noun}', 'Open the {noun}'],
  ...entityWords,
  report: ['报告', 'report'],
  upload: ['文件', 'file'],
  page: ['页面', 'page'],
  diff: ['页面差异', 'page difference'],
  page_version: ['页面存档', 'archived page'],
  picture: ['图片', 'Picture'],
  pictureLoading: ['正在加载图片', 'Loading the picture'],
  pictureFailed: ['图片加载失败：{name}', 'The picture failed to load: {name}'],
  empty: ['正文为空。', 'No text yet.'],
})
