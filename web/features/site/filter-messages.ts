import { defineMessages } from '#web/platform/i18n.ts'

/** Texts of the filters of a site and of their trial. */
export const filterMessages = defineMessages({
  title: ['内容过滤：{name}', 'Filters: {name}'],
  explain: [
    '比较两个版本时两边用同样的过滤；修改后已存的版本会重新比较。',
    'Both sides of a comparison use the same filters. After a change, stored versions are compared again.',
  ],
  include: ['只包含（CSS 选择器）', 'Include only (CSS selectors)'],
  includeHint: ['每行一个；留空则使用整页', 'One per line; leave empty for the whole page'],
  exclude: ['排除（CSS 选择器）', 'Exclude (CSS selectors)'],
  excludeHint: ['每行一个，例如 .weather、#visitor-count', 'One per line, e.g. .weather, #visitor-count'],
  ignore: ['忽略的文字', 'Text to ignore'],
  ignoreHint: [
    '每行一条：原文，或 re: 加正则表达式',
    'One per line: the text itself, or re: followed by a regular expression',
  ],
  tried: ['在已存的版本上试用', 'Tested on a stored version'],
  onRounds: ['对最近轮次的影响', 'Effect on recent rounds'],
  onRoundsHint: [
    '保存前可按已存的版本试算：待看的差异会多几条、少几条。',
    'Before saving, try the changed filters on stored versions: which rows of the review queue appear or disappear.',
  ],
  page: ['试用的页面', 'Page to test'],
  pageAny: ['由系统选一个', 'Any page'],
  kept: ['保留', 'Kept'],
  dropped: ['去掉', 'Left out'],
  chars: ['{count, plural, other {# 字}}', '{count, plural, one {# character} other {# characters}}'],
  idle: ['此页上无匹配：', 'No match on this page:'],
  noVersion: ['还没有可供试用的版本，请先抓取。', 'There is no stored version to test on yet. Fetch the page first.'],
  noneKept: [
    '过滤后没有剩余文字：保存后此页面不会再有差异。',
    'The filters remove all text; this page would never show a difference.',
  ],
  noneDropped: ['没有去掉任何内容。', 'The filters remove nothing.'],
  more: ['只显示前 {count} 段', 'Only the first {count} blocks are shown'],
  trying: ['正在试用', 'Testing'],
  fixFirst: ['改正标出的行后会重新试用。', 'The test runs again once the marked lines are corrected.'],
  saved: ['已保存内容过滤', 'Filters saved'],
  discardTitle: ['放弃没有保存的修改？', 'Discard unsaved changes?'],
  keep: ['继续编辑', 'Keep editing'],
  edit: ['试用并修改', 'Test and change'],
  none: ['没有过滤，使用整页。', 'No filters; the whole page is used.'],
  line: ['第 {line} 行：{message}', 'Line {line}: {message}'],
  stale: [
    '其他人刚刚修改了这些设置。已显示最新内容，请重新核对。',
    'Someone else has just changed these settings. The latest version is shown; check it again.',
  ],
})
