import { defineMessages } from '#web/platform/i18n.ts'

export const ignoreMessages = defineMessages({
  open: ['忽略此处', 'Ignore this place'],
  title: ['以后忽略此处的改动？', 'Ignore changes in this place?'],
  scope: ['范围', 'Scope'],
  page: ['仅此页面', 'On this page only'],
  site: ['该网站所有页面的同一位置', 'In the same place on all pages of the site'],
  trying: ['正在按已存的轮次试算…', 'Trying it on stored rounds…'],
  effect: [
    '在最近 {rounds} 轮中：待看的差异由 {before} 条变为 {after} 条。',
    'In the last {rounds} rounds: {before} differences worth a review would be {after}.',
  ],
  none: ['在最近 {rounds} 轮中没有影响。', 'No effect on the last {rounds} rounds.'],
  important: [
    '{count, plural, other {其中 # 条曾被标为“重要”。}}',
    '{count, plural, one {# of them was marked important.} other {# of them were marked important.}}',
  ],
  examples: ['将不再列出：', 'No longer listed:'],
  save: ['忽略此处', 'Ignore'],
  saved: [
    '已忽略，未审的差异正在重新判断。可在网站页撤销。',
    'Ignored. Waiting differences are judged again. Undo it on the site tab.',
  ],
})
