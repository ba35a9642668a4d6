import { defineMessages } from '#web/platform/i18n.ts'

/** Texts in a report's body besides its content. */
export const bodyMessages = defineMessages({
  withheld: ['无权查看', 'withheld'],
  withheldText: [
    '此处引用的内容您无权查看，或已不存在。',
    'You may not be allowed to see what is cited here, or it no longer exists.',
  ],
  evidence: ['证据 {number}', 'Evidence {number}'],
  openSource: ['打开来源', 'Open the source'],
  openRecord: ['查看{noun}', 'Open the {noun}'],
  og: ['组织', 'organisation'],
  person: ['人物', 'person'],
  event: ['事件', 'event'],
  report: ['报告', 'report'],
  upload: ['文件', 'file'],
  page: ['页面', 'page'],
  diff: ['页面差异', 'page difference'],
  page_version: ['页面存档', 'archived page'],
  picture: ['图片', 'Picture'],
  pictureLoading: ['正在加载图片', 'Loading the picture'],
  pictureFailed: ['图片没有加载出来：{name}', 'The picture could not be loaded: {name}'],
  empty: ['正文还是空的。', 'There is no text yet.'],
})
