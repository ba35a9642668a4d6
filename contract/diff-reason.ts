import { type BilingualText, bilingual } from './bilingual.ts'
import type { DiffReasonCode } from './diff.api.ts'

/** Texts of a reason that another version of the console gave, without and with a value. */
export const otherReason = bilingual('其他原因（{code}）', 'Another reason ({code})')
export const otherReasonWithValue = bilingual('其他原因（{code}：{value}）', 'Another reason ({code}: {value})')

/** Texts of each reason of a score. `places` is used if the reason applies to that many places of the page only. */
export const diffReasons: Readonly<Record<DiffReasonCode, BilingualText & { places?: BilingualText }>> = {
  same_edit: bilingual('同样的改动在 {value} 个页面', 'The same edit on {value} pages'),
  series: bilingual('同一列表的 {value} 个编号页一起变动', '{value} numbered pages of one list changed together'),
  same_place: {
    ...bilingual('{value} 个页面的同一位置都有改动', 'Another text in the same place on {value} pages'),
    places: bilingual(
      '{value} 处改动在多数页面的同一位置，不计分',
      'In a place that changed on most pages, not counted: {value}',
    ),
  },
  same_state: bilingual('同样的状态在 {value} 个页面', 'The same state on {value} pages'),
  page_failing: bilingual('页面不再可用：{value}', 'The page no longer answers: {value}'),
  page_back: bilingual('页面恢复可用，此前：{value}', 'The page answers again; before: {value}'),
  volatile: {
    ...bilingual('改动的位置几乎每轮都变，得分降低', 'In places that change in most rounds: score reduced'),
    places: bilingual('{value} 处几乎每轮都变，不计分', 'Places that change in most rounds, not counted: {value}'),
  },
  moved_page: bilingual('页面已迁移，现在跳转到 {value}', 'The page has moved and now redirects to {value}'),
  likely_moved: bilingual('大部分正文现在位于 {value}', 'Most of its text is now at {value}'),
  still_moved: bilingual('页面仍只跳转到 {value}', 'Still only redirects to {value}'),
  page_added: bilingual('新页面，正文 {value} 字', 'New page with {value} characters of text'),
  page_removed: bilingual('页面消失，原有正文 {value} 字', 'The page was removed; it had {value} characters of text'),
  share_of_text: bilingual('改动占正文的 {value}%', 'The change is {value}% of the text'),
  largest_change: bilingual('最大的一处改动有 {value} 字', 'The largest single change has {value} characters'),
  key_term: bilingual('出现关键词 {value}', 'A key term appears: {value}'),
  links: bilingual('{value} 个链接改变', 'Links changed: {value}'),
  anchors: bilingual('{value} 个页内链接改变', 'Links within the page changed: {value}'),
  headings: bilingual('{value} 个标题改变', 'Headings changed: {value}'),
  pictures: bilingual('{value} 张图片改变', 'Pictures changed: {value}'),
  wordless_links: {
    ...bilingual('没有文字的链接改变，得分降低', 'Links without text changed: score reduced'),
    places: bilingual('{value} 处没有文字的链接改变，不计分', 'Links without text, not counted: {value}'),
  },
  source_only: bilingual('只有源码改变，文字和链接未变', 'Only the source changed, not the text or links'),
  hosts_only: {
    ...bilingual('只有链接的主机改变，得分降低', 'Only link hosts changed: score reduced'),
    places: bilingual('{value} 处只有链接的主机改变，不计分', 'Link hosts only, not counted: {value}'),
  },
  links_only: bilingual('只有链接改变', 'Only links changed'),
  figures_only: bilingual('正文只有数值改变（金额、比例、小数）', 'Only figures changed (amounts, shares, fractions)'),
  numbers_only: {
    ...bilingual('只有数字改变', 'Only numbers changed'),
    places: bilingual('{value} 处只有计数改变，不计分', 'Counters only, not counted: {value}'),
  },
  dates_only: {
    ...bilingual('只有日期或时间改变', 'Only dates or times changed'),
    places: bilingual('{value} 处只有日期或时间改变，不计分', 'Dates or times only, not counted: {value}'),
  },
  status_flip: bilingual('状态码改变：{value}', 'The status changed: {value}'),
  domain_change: bilingual('跳转到另一个域名：{value}', 'It redirects to another domain: {value}'),
  home_damped: bilingual('首页经常变动，得分降低', 'Home page (changes often): score reduced'),
  template_damped: {
    ...bilingual('改动在重复的模板部分，得分降低', 'In a repeated template part: score reduced'),
    places: bilingual('{value} 处改动与其他页面相同，不计分', 'The same as on other pages, not counted: {value}'),
  },
  template: bilingual('改动在重复的模板部分，得分降低', 'In a repeated template part: score reduced'),
  shared: bilingual('同样的改动出现在多个页面，得分降低', 'Same change on several pages: score reduced'),
  frame: bilingual('改动在导航、页眉或页脚，得分降低', 'In the navigation, header or footer: score reduced'),
  frame_damped: {
    ...bilingual('改动在导航、页眉或页脚，得分降低', 'In the navigation, header or footer: score reduced'),
    places: bilingual(
      '导航、页眉或页脚有 {value} 处改动，不计分',
      'In the navigation, header or footer, not counted: {value}',
    ),
  },
  filtered: bilingual('内容过滤后没有改动', 'No change is left after the site’s filters'),
  layout: {
    ...bilingual('只有排版改变，得分降低', 'Only the layout changed: score reduced'),
    places: bilingual('{value} 处只有排版改变，不计分', 'Layout only, not counted: {value}'),
  },
  listing: {
    ...bilingual('列表随其他页面更新，得分降低', 'Listing updated with other pages: score reduced'),
    places: bilingual('{value} 处随其他页面更新，不计分', 'Updated with other pages, not counted: {value}'),
  },
  moved: bilingual('内容只是移动了位置，得分降低', 'Text only moved: score reduced'),
  numbers: bilingual('只有数字改变，得分降低', 'Only numbers changed: score reduced'),
  dates: bilingual('只有日期或时间改变，得分降低', 'Only dates or times changed: score reduced'),
  tiny: bilingual('改动很小，得分降低', 'Very small change: score reduced'),
  word_hits: bilingual('{value} 处新的敏感词', 'New sensitive words: {value}'),
  mentions: bilingual('新提到 {value} 个已知的组织或人物', 'New mentions of known organisations or persons: {value}'),
  flip_back: bilingual('内容恢复为更早的版本，得分降低', 'The text reverted to an earlier version: score reduced'),
  coarse: bilingual('文本过长，只按段落比较', 'Text too long; compared by paragraph'),
  low_quality: bilingual('抓取质量低，不计为变化', 'Low-quality capture; not counted as a change'),
}
