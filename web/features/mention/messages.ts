import { defineMessages } from '#web/platform/i18n.ts'

export const mentionMessages = defineMessages({
  title: ['提及', 'Mentions'],
  intro: [
    '被监测页面的最新版本中出现此名称的地方。',
    'Where this name appears in the latest versions of watched pages.',
  ],
  count: ['共 {count, number} 页', '{count, plural, one {# page} other {# pages}}'],
  many: ['超过 {count, number} 页', 'More than {count, number} pages'],
  introRejected: [
    '已判断为“不是此记录”的页面。点按标签可撤回判断。',
    'Pages where the mention was marked as a different record. Click the label to withdraw the decision.',
  ],
  showRejected: ['显示已排除的提及', 'Show rejected'],
  noneRejected: ['没有已排除的页面。', 'No rejected pages.'],
  none: ['暂无提及。', 'No mentions yet.'],
  noneText: [
    '监测的页面中出现该名称或别名时，会列在这里。',
    'Watched pages that contain the name or an alias are listed here.',
  ],
  noneElsewhere: ['其他组织的网站暂未提及。', 'No mentions on other organisations’ sites yet.'],
  failed: ['提及加载失败。', 'The mentions failed to load.'],
  loading: ['正在加载提及', 'Loading the mentions'],
  sites: ['网站范围', 'Sites'],
  elsewhere: ['其他网站', 'Other sites'],
  everywhere: ['全部网站', 'All sites'],
  on: ['来自 {name} 的网站', 'On the site of {name}'],
  times: ['{count, number} 次', '{count, plural, one {once} other {# times}}'],
  fresh: ['新出现', 'New'],
  seenOn: ['页面采集于 {time}', 'Page fetched at {time}'],
  noExcerpt: ['原文写作“{name}”；该文本已无法读取。', 'Written as “{name}”; the text is no longer available.'],
})
