import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the page history. */
export const timeMessages = defineMessages({
  view: ['显示方式', 'Show as'],
  look: ['当时的样子', 'As it looked'],
  text: ['文字', 'Text'],
  older: ['较早的版本', 'Older version'],
  newer: ['较新的版本', 'Newer version'],
  place: ['{at}（{place}/{count}）', '{at} ({place} of {count})'],
  since: ['标出自此版本以来的改动', 'Mark changes since'],
  unmarked: ['不标改动', 'No marks'],
  sinceOne: ['相对于 {at}', 'Since {at}'],
  quote: ['引用到报告', 'Quote in a report'],
  quoteKey: ['引用所选文字到报告', 'Quote the selected text in a report'],
  quoteHint: ['选中文字即可引用到报告，或记为事实。', 'Select text to quote it in a report or record it as a fact.'],
  zoom: ['缩放', 'Zoom'],
  fit: ['适合宽度', 'Fit'],
  whole: ['100 %', '100 %'],
  filesWaiting: ['样式和图片尚未取回', 'Styles and pictures are still to be fetched'],
  filesKept: [
    '已保留 {count, number} 个样式、图片和字体',
    '{count, plural, one {# style, picture or font} other {# styles, pictures and fonts}} kept',
  ],
  styleMissed: [
    '{count, number} 个样式未保留：{reason}',
    '{count, plural, one {# stylesheet was} other {# stylesheets were}} not kept: {reason}',
  ],
  pictureMissed: [
    '{count, number} 张图片未保留：{reason}',
    '{count, plural, one {# picture was} other {# pictures were}} not kept: {reason}',
  ],
  fontMissed: [
    '{count, number} 个字体未保留：{reason}',
    '{count, plural, one {# font was} other {# fonts were}} not kept: {reason}',
  ],
  lookHint: ['存档页面中不能选取文字引用。', 'Text in the archived view cannot be selected for quoting.'],
  toText: ['到“文字”中引用', 'Quote from “Text”'],
  changed: ['+{added, number} −{removed, number} 字', '+{added, number} −{removed, number} characters'],
  same: ['与所选版本相比，文字没有改动。', 'No text has changed since that version.'],
  ignored: ['只有站点过滤掉的部分有改动。', 'Only parts that the filters of the site ignore have changed.'],
  tooLong: ['页面过长，未标出改动。', 'The page is too long to mark its changes.'],
  failed: ['此版本加载失败：', 'This version failed to load:'],
  loading: ['正在加载此版本', 'Loading this version'],
})
