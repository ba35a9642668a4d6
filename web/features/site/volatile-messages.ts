import { defineMessages } from '#web/platform/i18n.ts'

export const volatileMessages = defineMessages({
  title: ['每轮都变的位置', 'Places that change in most rounds'],
  about: [
    '计数器、日期、广告、轮换的列表等。经过两三轮抓取自动识别，这些位置的改动不计分，也不会单独列为差异。',
    'Counters, dates, advertisements, rotating lists. Learned within two or three rounds; changes in these places are not counted and are no differences of their own.',
  ],
  none: ['尚未识别到这样的位置。', 'None found so far.'],
  onPages: ['{count} 个页面', '{count} pages'],
  rounds: ['第 {first}–{last} 轮', 'Rounds {first}–{last}'],
  round: ['第 {last} 轮', 'Round {last}'],
  noSample: ['（图片或链接）', '(picture or link)'],
  learned: ['自动识别', 'Learned'],
  confirmed: ['已确认忽略', 'Ignored'],
  rejected: ['计为差异', 'Counted'],
  confirm: ['确认忽略', 'Always ignore'],
  reject: ['计为差异', 'Count again'],
  forget: ['撤销决定', 'Undo'],
  by: ['{name}，{time}', '{name}, {time}'],
})
