import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the search for words over the versions of a page. */
export const phraseMessages = defineMessages({
  open: ['何时出现', 'Since when?'],
  openPage: ['查文字何时出现…', 'Look up words…'],
  title: ['文字何时出现', 'When words were on the page'],
  words: ['文字', 'Words'],
  search: ['查找', 'Look up'],
  searching: ['正在查找各版本…', 'Searching the versions…'],
  hint: [
    '在已存的各版本中查找；空格和大小写忽略不计。',
    'Searched in the stored versions; spaces and letter case are ignored.',
  ],
  present: ['有', 'Found'],
  absent: ['没有', 'Not found'],
  on: ['{at}', 'on {at}'],
  between: ['{from} 至 {to}', 'from {from} to {to}'],
  versions: ['{count, plural, other {# 个版本}}', '{count, plural, one {# version} other {# versions}}'],
  archive: ['归档', 'archive'],
  newest: ['最新版本', 'Newest version'],
  firstSeen: ['最早见于 {at}；此前没有可用的版本。', 'First found on {at}; there is no usable earlier version.'],
  firstSearched: ['在已查的版本中最早见于 {at}。', 'First found on {at} in the versions that were searched.'],
  appeared: ['{before} 时没有，{after} 时有。', 'Not found on {before}, found on {after}.'],
  vanished: ['{before} 时有，{after} 时没有。', 'Found on {before}, not found on {after}.'],
  still: ['截至 {at} 仍有。', 'Still found on {at}.'],
  never: ['已查的版本中都没有。', 'Not in any version that was searched.'],
  none: ['没有可供查找的版本。', 'There is no version to search.'],
  spans: ['各时段', 'Spans of time'],
  between2: ['两次之间发生了什么，版本不能说明。', 'The versions do not show what happened in between.'],
  untried: [
    '另有 {count, number} 个较早的版本未查。',
    '{count, plural, one {# older version was} other {# older versions were}} not searched.',
  ],
  unusable: [
    '{count, number} 个版本是错误页、验证页，或文本已不在、不完整，不作判断。',
    '{count, plural, one {# version is an error page, a challenge, or a lost or incomplete text and proves} other {# versions are error pages, challenges, or lost or incomplete texts and prove}} nothing.',
  ],
  show: ['查看 {at} 的版本', 'Show the version of {at}'],
})
