import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const mentionMessages = defineMessages({
  title: ['提及', 'Mentions'],
  intro: [
    '被监测页面的最新版本和上传文件中出现此名称的地方。',
    'Where this name appears in the latest versions of watched pages and in uploads.',
  ],
  count: ['共 {count, number} 处', '{count, plural, one {# mention} other {# mentions}}'],
  many: ['超过 {count, number} 处', 'More than {count, number} mentions'],
  introRejected: [
    '已判断为“不是此记录”的页面和上传文件。点按标签可撤回判断。',
    'Pages and uploads where the mention was marked as a different record. Click the label to withdraw the decision.',
  ],
  showRejected: ['显示已排除的提及', 'Show rejected'],
  noneRejected: ['没有已排除的提及。', 'No rejected mentions.'],
  none: ['暂无页面或上传文件提及。', 'No page or upload mentions it yet.'],
  noPage: ['暂无页面提及。', 'No page mentions it yet.'],
  noUpload: ['暂无上传文件提及。', 'No upload mentions it yet.'],
  noneText: [
    '被监测页面或上传文件中出现该名称或别名时，会列在这里。',
    'Watched pages and uploads that contain the name or an alias are listed here.',
  ],
  noneElsewhere: [
    '其他组织的网站和上传文件暂未提及。',
    'No upload and no page of another organisation mentions it yet.',
  ],
  noPageElsewhere: ['其他组织的网站暂未提及。', 'No page of another organisation mentions it yet.'],
  failed: ['提及加载失败。', 'The mentions failed to load.'],
  loading: ['正在加载提及', 'Loading the mentions'],
  kinds: ['文本类型', 'Kinds of text'],
  all: [words['zh-CN'].all, words['en-US'].all],
  page: [words['zh-CN'].pages, words['en-US'].pages],
  upload: ['上传文件', 'Uploads'],
  sites: ['网站范围', 'Sites'],
  elsewhere: ['其他网站', 'Other sites'],
  everywhere: ['全部网站', 'All sites'],
  on: ['来自 {name} 的网站', 'On the site of {name}'],
  anUpload: ['上传文件', 'Upload'],
  inUpload: ['上传文件 {name}', 'Upload {name}'],
  times: ['{count, number} 次', '{count, plural, one {once} other {# times}}'],
  fresh: ['新出现', 'New'],
  seenOn: ['页面采集于 {time}', 'Page fetched at {time}'],
  uploadedAt: ['上传于 {time}', 'Uploaded at {time}'],
  noExcerpt: ['原文写作“{name}”；该文本已无法读取。', 'Written as “{name}”; the text is no longer available.'],
})
