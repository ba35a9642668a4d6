import { defineMessages } from '#web/platform/i18n.ts'
import { words } from '#web/platform/words.ts'

/** Texts of the list of words and of its fields. */
export const wordMessages = defineMessages({
  titleText: [
    '在抓取的页面和上传的文件中查找这些词；新的命中会提高差异的分数。',
    'Searched for in fetched pages and uploaded files; a new hit raises the score of a difference.',
  ],
  search: ['词、备注', 'Word, note'],
  add: ['添加词', 'Add a word'],
  paste: ['批量导入', 'Import a list'],
  try: ['试一试', 'Test a text'],
  showHits: ['命中情况', 'Hits'],
  word: ['词', 'Word'],
  kind: ['作用', 'Effect'],
  kind_word: ['敏感词', 'Sensitive'],
  kind_allow: ['放行短语', 'Allowed phrase'],
  category: ['分类', 'Category'],
  level1: ['低', 'Low'],
  level2: ['中', 'Medium'],
  level3: ['高', 'High'],
  enabled: ['启用', 'On'],
  isOn: ['启用', 'On'],
  isOff: ['已停用', 'Off'],
  owner: ['添加者', 'Added by'],
  created_at: ['添加时间', 'Added'],
  updated_at: [words['zh-CN'].updatedAt, words['en-US'].updatedAt],
  hitsLink: [
    '查看出现“{name}”的 {count, number} 个页面',
    'Show the {count, plural, one {# page} other {# pages}} with “{name}”',
  ],
  hitsText: [
    '在 {pages, number} 个页面的最新版本中出现 {hits, number} 次',
    '{hits, plural, one {# hit} other {# hits}} in the newest version of {pages, plural, one {# page} other {# pages}}',
  ],
  switchNamed: ['启用“{name}”', 'Turn “{name}” on'],
  actsNamed: ['“{name}”的操作', 'Actions on “{name}”'],
  deleteTitle: ['删除“{name}”？', 'Delete “{name}”?'],
  deleteText: [
    '它的 {hits, number} 次命中记录会一并删除，不能撤销。只是暂时不用时，停用即可。',
    'Its {hits, plural, one {# hit is} other {# hits are}} deleted too. This cannot be undone. To pause the word, turn it off instead.',
  ],
  turnedOn: ['已启用“{name}”', 'Turned “{name}” on'],
  turnedOff: ['已停用“{name}”', 'Turned “{name}” off'],
  emptyTitle: ['还没有敏感词', 'No sensitive words yet'],
  emptyText: [
    '网页有变化时，系统会在其中查找词库里的词；命中的词级别越高，差异排得越靠前。没有词库，即使出现“列入制裁名单、资产冻结”也不会提高得分。起始词库有 {zh, number} 个中文词和 {en, number} 个英文词，分制裁、犯罪、破产、诉讼与处罚、抵制、事故六类，并标好级别；加载后可随时增删。',
    'Changes on watched pages are searched for these words. The more serious the word, the higher the change is ranked; without words, no change is ranked higher for its content. The starting dictionary has {en, number} English and {zh, number} Chinese words on sanctions, crime, insolvency, litigation, boycotts and accidents, each with a level; you can change them at any time.',
  ],
  loadStarting: ['加载起始词库', 'Load the starting dictionary'],
  pasteOwn: ['导入自己的词表', 'Import your own list'],
  startingLoaded: [
    '已加载 {added, number} 个词{existing, plural, =0 {} other {；另有 # 个原已存在，保持不变}}',
    '{added, plural, one {# word loaded} other {# words loaded}}{existing, plural, =0 {} other {; # already existed and were not changed}}',
  ],
  noWords: [
    '词库中没有启用的敏感词，差异不会因命中而提高得分。',
    'No sensitive words are turned on, so no change is ranked higher for its content.',
  ],
  noWordsAct: ['设置敏感词', 'Set up the words'],
  rescan: [
    '正在用新词库重新检索：{done, number} / {total, number} 页',
    'Searching again with the new dictionary: {done, number} of {total, number} pages',
  ],
  setLevel: ['设置级别', 'Set level'],
  setCategory: ['设置分类', 'Set category'],
  noCategory: ['不分类', 'No category'],
  turnOn: ['启用', 'Turn on'],
  turnOff: ['停用', 'Turn off'],
  bulkDeleteText: [
    '这些词和它们的命中记录会一并删除，不能撤销。',
    'These words and their hits are deleted. This cannot be undone.',
  ],
  bulkUpdated: ['已更新 {count, number} 个词', '{count, plural, one {# word updated} other {# words updated}}'],
  bulkDeleted: ['已删除 {count, number} 个词', '{count, plural, one {# word deleted} other {# words deleted}}'],
})

export const wordFormMessages = defineMessages({
  create: ['添加词', 'Add a word'],
  created: [words['zh-CN'].addedNamed, words['en-US'].addedNamed],
  saved: [words['zh-CN'].savedNamed, words['en-US'].savedNamed],
  wordHint: [
    '不区分大小写、全角半角、简体繁体；汉字之间的空格和符号忽略不计。',
    'Letter case, width, and simplified or traditional script are ignored, as are spaces and punctuation between Chinese characters.',
  ],
  kindHint: [
    '放行短语中的敏感词不算命中：“和服务员”中的“和服”不计。',
    'Words inside an allowed phrase are not hits: with “arms of the sea” allowed, its “arms” is not counted.',
  ],
  levelHint: [
    '级别越高，命中后差异的得分越高。',
    'The higher the level, the more a hit adds to the score of a difference.',
  ],
})
