import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the next visit of a page. */
export const visitMessages = defineMessages({
  unknown: ['暂时无法计算', 'Cannot be computed at the moment'],
  off: ['未开启按计划抓取', 'Not on a schedule'],
  stopped: ['不再抓取', 'Not fetched any more'],
  every_round: ['每轮都访问全部页面', 'Every round visits all pages'],
  whole_round: ['设置有改动，下一轮访问全部页面', 'The settings changed: the next round visits all pages'],
  always_entrance: ['起始页，每轮都访问', 'A start page: visited in every round'],
  always_unread: ['还没有读到内容，每轮都访问', 'Not read yet: visited in every round'],
  always_failing: ['无法访问或已消失，每轮都重试', 'It fails or is gone: tried in every round'],
  always_feed: ['订阅源，每轮都访问', 'A feed: visited in every round'],
  always_noticed: ['有人关注或设有提醒，每轮都访问', 'Followed or with an alert: visited in every round'],
  everyDays: [
    '{count, plural, =1 {每天} other {约每 # 天}}',
    '{count, plural, one {about every day} other {about every # days}}',
  ],
  everyHours: [
    '{count, plural, =1 {约每小时} other {约每 # 小时}}',
    '{count, plural, one {about every hour} other {about every # hours}}',
  ],
  rateOnly: ['{every}一次', 'Visited {every}'],
  rate: [
    '{every}一次：最近 {visits, number} 次访问中{changed, plural, =0 {没有} other {有 # 次}}发现值得查看的变化',
    'Visited {every}, because {changed, plural, =0 {none} other {#}} of its last {visits, plural, one {visit} other {# visits}} found changes worth a review',
  ],
})
