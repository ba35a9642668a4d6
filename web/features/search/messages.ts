import { labelPairs } from '#contract/registry.ts'
import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

const kinds = {
  ...labelPairs('many'),
  report: ['报告', 'Reports'],
  upload: ['上传文件', 'Uploads'],
} as const
const chinese = Object.values(kinds).map(([zh]) => zh)
const [firstKind, ...otherKinds] = Object.values(kinds).map(([, en]) => en)

export const searchMessages = defineMessages({
  label: ['搜索内容', 'Search for'],
  placeholder: ['名称、拼音或正文中的词…', 'A name, pinyin or words in a text…'],
  open: ['搜索（{keys}）', 'Search ({keys})'],
  clear: ['清空', 'Clear'],
  ...kinds,
  page: ['网页', 'Web pages'],
  pages: ['前往页面', 'Go to'],
  preview: ['“{name}”的概要', '“{name}” at a glance'],
  recentFound: ['最近打开', 'Recently opened'],
  recentSearches: ['最近搜索', 'Recent searches'],
  forget: ['清除记录', 'Clear history'],
  searchAll: ['在全部内容中搜索“{keyword}”', 'Search everything for “{keyword}”'],
  suggestions: ['搜索建议', 'Suggestions'],
  noSuggestion: [
    '没有以此开头的名称。按回车在正文中查找。',
    'No name begins with this. Press Enter to search the texts.',
  ],
  keys: ['↑↓ 选择 · 回车打开 · Esc 关闭', '↑↓ select · Enter open · Esc close'],
  failed: ['搜索失败。', 'The search failed.'],
  loading: ['正在搜索', 'Searching'],
  total: ['共 {count, number} 条', '{count, plural, one {# result} other {# results}}'],
  behind: [
    '正在更新搜索内容：最近 {minutes, number} 分钟内的部分改动可能暂时搜不到',
    'The search index is being updated: some changes from the last {minutes, plural, one {minute} other {# minutes}} might not be found yet',
  ],
  about: ['约 {count, number}', '~{count, number}'],
  number: ['{count, number}', '{count, number}'],
  many: ['超过 {count, number} 条，优先列出最近的', 'More than {count, number} results, the newest first'],
  empty: ['搜索全部内容', 'Search everything'],
  emptyText: [
    `${chinese.join('、')}，以及被监测网页的各个版本。只会找到您有权查看的内容。`,
    `${[firstKind, ...otherKinds.map(kind => kind.toLowerCase())].join(', ')}, and all versions of watched web pages. Results include only what you can view.`,
  ],
  none: ['没有找到“{keyword}”', 'No results for “{keyword}”'],
  noneText: [
    '换一个词，去掉筛选条件，或只输入其中一部分名称。',
    'Try another word, fewer filters, or only a part of the name.',
  ],
  noneOneText: [
    '单个汉字只在名称中查找。要在正文中查找，请输入至少两个字的词。',
    'A single Chinese character is searched for in names only. To search texts, enter two or more.',
  ],
  resetFilters: ['清除筛选', 'Clear filters'],
  years: ['年份', 'Year'],
  allYears: ['全部年份', 'All years'],
  from: ['起始日期', 'From'],
  to: ['截止日期', 'To'],
  linked: ['仅限与所选记录相关的内容', 'Only items linked to the selected record'],
  byName: [words['zh-CN'].name, words['en-US'].name],
  byAlias: ['别名：{text}', 'Alias: {text}'],
  byAliasOnly: ['别名', 'Alias'],
  byPinyin: ['读音', 'Pronunciation'],
  byInitials: ['首字母', 'Initials'],
  byIdentifier: ['编号或账号', 'Number or account'],
  byTitle: [words['zh-CN'].title, words['en-US'].title],
  byText: [words['zh-CN'].text, words['en-US'].text],
  why: ['匹配原因', 'Match reason'],
  on: ['{name} 的网站', 'Site of {name}'],
  older: ['旧版本', 'Older version'],
  moreVersions: ['另有 {count, number} 个版本', '{count, plural, one {# more version} other {# more versions}}'],
  syntaxAll: ['多个词之间用空格：全部都要出现', 'Words separated by spaces must all appear'],
  syntaxPhrase: ['引号内的内容按原顺序出现', 'Words in quotation marks must appear in this order'],
  syntaxMinus: ['减号后的词不出现', 'Words after a minus sign must not appear'],
  syntaxName: [
    '名称可以用片段、拼音、拉丁字母转写或首字母',
    'Names are also found by fragments, pinyin, Latin transliteration and initials',
  ],
  syntaxScript: [
    '简繁体、全半角、大小写视为相同；英文按词干查找',
    'Simplified or traditional script, width and case make no difference; English words are matched by stem',
  ],
  save: ['保存此搜索', 'Save this search'],
  saveTitle: ['保存搜索', 'Save the search'],
  notify: ['有新结果时通知我', 'Notify me of new results'],
  saved: ['已保存的搜索', 'Saved searches'],
  noneSaved: ['还没有保存的搜索。', 'No saved searches yet.'],
  fresh: ['{count, number} 条新结果', '{count, plural, one {# new result} other {# new results}}'],
  turnOn: ['开启“{name}”的通知', 'Turn on notifications for “{name}”'],
  turnOff: ['关闭“{name}”的通知', 'Turn off notifications for “{name}”'],
  ok: [words['zh-CN'].save, words['en-US'].save],
})
