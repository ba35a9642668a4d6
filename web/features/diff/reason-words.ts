import type { DiffReason } from '#contract/diff.api.ts'
import { defineMessages, useT } from '#web/platform/i18n.ts'

const reasonMessages = defineMessages({
  same_edit: ['同样的改动在 {value} 个页面', 'The same edit on {value} pages'],
  series: ['同一列表的 {value} 个编号页一起变动', '{value} numbered pages of one list changed together'],
  moved_page: ['页面已迁移，现在跳转到 {value}', 'The page has moved and now redirects to {value}'],
  still_moved: ['页面仍只跳转到 {value}', 'Still only redirects to {value}'],
  page_added: ['新页面，正文 {value} 字', 'New page with {value} characters of text'],
  page_removed: ['页面消失，原有正文 {value} 字', 'The page was removed; it had {value} characters of text'],
  share_of_text: ['改动占正文的 {value}%', 'The change is {value}% of the text'],
  largest_change: ['最大的一处改动有 {value} 字', 'The largest single change has {value} characters'],
  key_term: ['出现关键词 {value}', 'A key term appears: {value}'],
  links: ['{value} 个链接改变', 'Links changed: {value}'],
  anchors: ['{value} 个页内链接改变', 'Links within the page changed: {value}'],
  headings: ['{value} 个标题改变', 'Headings changed: {value}'],
  pictures: ['{value} 张图片改变', 'Pictures changed: {value}'],
  wordless_links: ['没有文字的链接改变，得分降低', 'Links without text changed: score reduced'],
  source_only: ['只有源码改变，文字和链接未变', 'Only the source changed, not the text or links'],
  hosts_only: ['只有链接的主机改变，得分降低', 'Only link hosts changed: score reduced'],
  links_only: ['只有链接改变', 'Only links changed'],
  figures_only: ['正文只有数值改变（金额、比例、小数）', 'Only figures changed (amounts, shares, fractions)'],
  numbers_only: ['只有数字改变', 'Only numbers changed'],
  dates_only: ['只有日期或时间改变', 'Only dates or times changed'],
  status_flip: ['状态码改变：{value}', 'The status changed: {value}'],
  domain_change: ['跳转到另一个域名：{value}', 'It redirects to another domain: {value}'],
  home_damped: ['首页经常变动，得分降低', 'Home page (changes often): score reduced'],
  template_damped: ['改动在重复的模板部分，得分降低', 'In a repeated template part: score reduced'],
  template: ['改动在重复的模板部分，得分降低', 'In a repeated template part: score reduced'],
  shared: ['同样的改动出现在多个页面，得分降低', 'Same change on several pages: score reduced'],
  frame: ['改动在导航、页眉或页脚，得分降低', 'In the navigation, header or footer: score reduced'],
  frame_damped: ['改动在导航、页眉或页脚，得分降低', 'In the navigation, header or footer: score reduced'],
  filtered: ['内容过滤后没有改动', 'No change is left after the site’s filters'],
  layout: ['只有排版改变，得分降低', 'Only the layout changed: score reduced'],
  listing: ['列表随其他页面更新，得分降低', 'Listing updated with other pages: score reduced'],
  moved: ['内容只是移动了位置，得分降低', 'Text only moved: score reduced'],
  numbers: ['只有数字改变，得分降低', 'Only numbers changed: score reduced'],
  dates: ['只有日期或时间改变，得分降低', 'Only dates or times changed: score reduced'],
  tiny: ['改动很小，得分降低', 'Very small change: score reduced'],
  word_hits: ['{value} 处新的敏感词', 'New sensitive words: {value}'],
  mentions: ['新提到 {value} 个已知的组织或人物', 'New mentions of known organisations or persons: {value}'],
  flip_back: ['内容恢复为更早的版本，得分降低', 'The text reverted to an earlier version: score reduced'],
  coarse: ['文本过长，只按段落比较', 'Text too long; compared by paragraph'],
  low_quality: ['抓取质量低，不计为变化', 'Low-quality capture; not counted as a change'],
  frame_damped_some: [
    '导航、页眉或页脚有 {value} 处改动，不计分',
    'In the navigation, header or footer, not counted: {value}',
  ],
  template_damped_some: ['{value} 处改动与其他页面相同，不计分', 'The same as on other pages, not counted: {value}'],
  listing_some: ['{value} 处随其他页面更新，不计分', 'Updated with other pages, not counted: {value}'],
  numbers_only_some: ['{value} 处只有计数改变，不计分', 'Counters only, not counted: {value}'],
  dates_only_some: ['{value} 处只有日期或时间改变，不计分', 'Dates or times only, not counted: {value}'],
  hosts_only_some: ['{value} 处只有链接的主机改变，不计分', 'Link hosts only, not counted: {value}'],
  layout_some: ['{value} 处只有排版改变，不计分', 'Layout only, not counted: {value}'],
  wordless_links_some: ['{value} 处没有文字的链接改变，不计分', 'Links without text, not counted: {value}'],
  other: ['其他原因（{code}）', 'Another reason ({code})'],
  otherValue: ['其他原因（{code}：{value}）', 'Another reason ({code}: {value})'],
})

type KnownReason = keyof (typeof reasonMessages)['zh-CN']
const isKnownReason = (code: string): code is KnownReason => Object.hasOwn(reasonMessages['zh-CN'], code)

function textOf(code: string, value: DiffReason['value']): string {
  // Shares are rounded to a tenth of a percent; a share that was reported is more than zero.
  if (code === 'share_of_text' && value === 0) return '<0.1'
  return typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '')
}

/** A reason as a sentence. A reason unknown to this version is shown by its code. */
export function useReasonText(): (reason: DiffReason) => string {
  const t = useT(reasonMessages)
  // The placeholders of a text depend on its key, and the key is only known at run time.
  const say = t as (key: KnownReason, values: Record<string, string>) => string
  return ({ code, value }) => {
    const text = textOf(code, value)
    const values = { code, value: text }
    // A number of places means that the reason applies to those places only.
    if (text !== '' && isKnownReason(`${code}_some`)) return say(`${code}_some` as KnownReason, values)
    if (isKnownReason(code) && code !== 'other' && code !== 'otherValue') return say(code, values)
    return text === '' ? t('other', values) : t('otherValue', values)
  }
}

/** Order by importance to a person, for scores without points per reason. */
const order = [
  'moved_page',
  'same_edit',
  'series',
  'status_flip',
  'domain_change',
  'word_hits',
  'mentions',
  'page_removed',
  'page_added',
  'share_of_text',
  'largest_change',
  'headings',
  'links',
  'anchors',
  'pictures',
]
const rank = ({ code }: DiffReason) => (order.indexOf(code) + order.length + 1) % (order.length + 1)

/** Sorts by points, highest first; reasons that only inform are at the end. */
export function byWeight(reasons: readonly DiffReason[]): DiffReason[] {
  const hasPoints = reasons.some(({ points }) => points !== undefined && points !== 0)
  const weight = ({ points }: DiffReason) => Math.abs(points ?? 0)
  return reasons.toSorted((a, b) => (hasPoints ? weight(b) - weight(a) : rank(a) - rank(b)))
}
