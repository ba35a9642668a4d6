import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

export const pasteMessages = defineMessages({
  title: ['批量导入词', 'Import a list of words'],
  list: ['词表', 'List'],
  hint: [
    '每行一个词；也可以写“词,分类,级别,备注”，以逗号或制表符分隔。',
    'One word per line, or “word,category,level,note” separated by commas or tabs.',
  ],
  placeholder: ['敏感词\n另一个词,政治,3\n第三个词,,高,备注', 'word\nanother word,politics,3\na third,,high,a note'],
  file: ['从文件读取…', 'Read a file…'],
  fileHint: ['TXT 或 CSV，UTF-8 或 GBK', 'TXT or CSV, UTF-8 or GBK'],
  kind: ['作用', 'Effect'],
  category: ['默认分类', 'Default category'],
  level: ['默认级别', 'Default level'],
  existing: ['已有的词', 'Existing words'],
  keep: ['保持不变', 'leave unchanged'],
  update: ['更新分类、级别和备注', 'update category, level and note'],
  checking: ['正在核对…', 'Checking…'],
  added: ['新增', 'new'],
  updated: ['更新', 'updated'],
  kept: ['已有或重复', 'existing or duplicate'],
  invalid: ['无效', 'invalid'],
  line: ['行', 'Line'],
  content: ['内容', 'Content'],
  outcome: ['结果', 'Outcome'],
  repeated: ['与上面的行重复', 'Duplicate of a line above'],
  is_existing: ['已有，保持不变', 'Exists; unchanged'],
  is_updated: ['已有，将更新', 'Exists; will be updated'],
  too_long: ['太长（词最多 100 个字符）', 'Too long (a word has at most 100 characters)'],
  empty: ['没有可以查找的内容', 'Nothing to search for'],
  bad_level: ['级别应为 1、2、3 或 低、中、高', 'The level must be 1, 2, 3 or low, medium, high'],
  more: ['仅列出前 {count, number} 行', 'Only the first {count, number} lines are listed'],
  save: [
    '{count, plural, =0 {没有可导入的} other {导入 # 个}}',
    '{count, plural, =0 {Nothing to import} one {Import # word} other {Import # words}}',
  ],
  done: [
    '已新增 {added, number} 个词，更新 {updated, number} 个',
    '{added, plural, one {# word added} other {# words added}}, {updated, number} updated',
  ],
  progress: ['已导入 {done, number} / {total, number} 批', 'Part {done, number} of {total, number} imported'],
})

export const tryMessages = defineMessages({
  title: ['试一试词库', 'Try the dictionary'],
  text: ['要检查的文字', 'Text to check'],
  placeholder: [
    '粘贴一段文字，命中的词和已知的名称会标出来',
    'Paste a text: words that hit and names that are known are marked',
  ],
  result: ['结果', 'Result'],
  nothing: ['没有命中。', 'No hits.'],
  words: [
    '{count, plural, =0 {没有敏感词} other {# 处敏感词}}',
    '{count, plural, =0 {No sensitive words} one {# sensitive word} other {# sensitive words}}',
  ],
  names: [
    '{count, plural, =0 {} other {，# 处已知名称}}',
    '{count, plural, =0 {} one {, # known name} other {, # known names}}',
  ],
  cut: ['命中太多，只标出前 5,000 处。', 'Too many hits: the first 5,000 are marked.'],
  long: ['文字太长，只检查前 200,000 个字符。', 'The text is long: its first 200,000 characters are checked.'],
  wordMark: ['“{name}” · 级别：{level}', '“{name}” · level: {level}'],
  ogMark: ['组织“{name}”', 'Organisation “{name}”'],
  personMark: ['人物“{name}”', 'Person “{name}”'],
})

export const hitMessages = defineMessages({
  title: ['命中情况', 'Hits'],
  by: ['查看方式', 'Counted by'],
  by_day: ['按日', 'Day'],
  by_og: ['按组织', 'Organisation'],
  by_page: ['按页面', 'Page'],
  by_word: ['按词', 'Word'],
  of_day: ['日期', 'Day'],
  of_og: [words['zh-CN'].og, words['en-US'].og],
  of_page: [words['zh-CN'].page, words['en-US'].page],
  of_word: ['词', 'Word'],
  new_hits: ['新出现', 'New'],
  newest: ['各页面最新版本中的命中', 'Hits in the newest version of each page'],
  daily: [
    '最近 30 天每日采集到的命中，深色为新出现',
    'Hits captured on each of the last 30 days, new ones in the darker tone',
  ],
  none: ['没有命中。', 'No hits.'],
  dayText: [
    '{day}：命中 {hits, number} 次，其中新出现 {fresh, number} 次，{pages, number} 个页面',
    '{day}: {hits, plural, one {# hit} other {# hits}}, {fresh, number} of them new, on {pages, plural, one {# page} other {# pages}}',
  ],
})
