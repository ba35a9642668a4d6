import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the page history. */
export const timeMessages = defineMessages({
  view: ['显示方式', 'Show as'],
  look: ['当时的样子', 'As it looked'],
  text: ['文字', 'Text'],
  older: ['较早的版本', 'Older version'],
  newer: ['较新的版本', 'Newer version'],
  place: ['{at}（{place}/{count}）', '{at} ({place} of {count})'],
  since: ['标出相对于此版本的改动', 'Mark what changed since'],
  unmarked: ['不标改动', 'No marks'],
  sinceOne: ['相对于 {at}', 'Since {at}'],
  quote: ['引用到报告', 'Quote in a report'],
  quoteKey: ['引用所选文字到报告', 'Quote the selected words in a report'],
  quoteHint: [
    '选中文字即可引用到报告，或记为事实。',
    'Select words to quote them in a report, or to record them as a fact.',
  ],
  lookHint: ['存档的样子里不能选字引用。', 'Words cannot be selected for a quotation in the archived look.'],
  toText: ['到“文字”里引用', 'Quote from “Text”'],
  changed: ['+{added, number} −{removed, number} 字', '+{added, number} −{removed, number} characters'],
  same: ['与所选版本相比，文字没有改动。', 'No text has changed since that version.'],
  tooLong: ['页面过长，没有标出改动。', 'The page is too long for its changes to be marked.'],
  failed: ['这个版本没有加载出来：', 'This version could not be loaded:'],
  loading: ['正在加载这个版本', 'Loading this version'],
})
