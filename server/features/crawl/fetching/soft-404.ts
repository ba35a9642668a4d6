import type { Hop } from '#server/platform/fetcher/result.ts'
import { titleOf } from '#server/text/quality.ts'
import { roughText } from '#server/text/rough-text.ts'

type SoftError = 'title' | 'heading' | 'home_redirect' | 'error_page'
type EffectiveStatus = { status: number; softError: SoftError | null }

/** Whole phrases only: the title of a story about errors is longer. */
const phrases = [
  /^(error |http )?404( error)?$/,
  /^404\b.{0,60}(not found|found|页面|错误|找不到|不存在|没有找到|error|missing|oops)/,
  /^(?=.*(\bnot\b|n't|no longer))(oops|sorry|whoops|uh-oh)?[\s,.!…-]*((the |this |your )?(requested )?(page|url|file|document|resource|content|article|product)s? )?(you (requested|are looking for|were looking for) )?(was |is |could |can |cannot |can't |couldn't |has )?(not |be |not be )*(found|available|exist)( \(404\))?[.!]*$/,
  /^(sorry[\s,.!]*)?(we )?(can('|’)?t|cannot|could ?n(o|'|’)t|couldn('|’)t) find (that|this|the|your) page.{0,20}$/,
  /^(the |this )?page (doesn('|’)t|does not|no longer) exists?[.!]*$/,
  /^page missing$|^not found$|^file not found$|^no such page$|^object not found!?$/,
  /^(对不起|抱歉|很抱歉|非常抱歉|哎呀|糟糕)?[，,！!。\s]*(您|你)?(要|所)?(访问|查看|请求|浏览|寻找|查找)?的?(页面|网页|文章|内容|信息|文件|资源|链接|地址)?(已经|已被|已|暂时|可能)?(不存在|找不到了?|未找到|没有找到|无法找到|被?删除了?|被?移除了?|下架了?|失效|丢失了?|飞走了|不见了)[了啦]?[。！!~.]*$/,
  /^(未|没有|无法|没)(能)?(找到|发现)(该|此|您?(要|所)?(访问|请求|查找)?的?)?(页面|网页|文章|内容|信息|资源)[。！!.]*$/,
  /^(錯誤|错误|出错)?[:：\s]*404[\s-]*(页面|網頁|错误|錯誤|頁面)?.{0,12}$/,
  /^(頁面|網頁|您(要|所)?(訪問|請求)的頁面)(不存在|找不到|未找到|已刪除)[。！!]*$/,
]
const errorPath =
  /(^|[/_-])(404|410|error-?404|notfound|not[_-]found|page[_-]?not[_-]?found|err(or)?(page)?)(\.\w{2,5})?\/?$/i
const homePath = /^\/([a-z]{2}([-_][a-z]{2,4})?\/?)?((index|default|home|main)(\.\w{2,5})?\/?)?$/i

/**
 * The status that a page means: some sites answer "not found" with 200, or redirect deep links to their home page. Only
 * 2xx is doubted; an uncertain status stays as the server sent it.
 */
export function effectiveStatus(page: {
  status: number
  html: string
  url: string
  requestedUrl: string
  hops: readonly Hop[]
}): EffectiveStatus {
  const { status } = page
  if (status < 200 || status > 299) return { status, softError: null }
  const softError = redirectError(page) ?? contentError(page.html)
  return { status: softError === null ? status : 404, softError }
}

function redirectError({
  url,
  requestedUrl,
  hops,
}: {
  url: string
  requestedUrl: string
  hops: readonly Hop[]
}): SoftError | null {
  if (hops.length === 0) return null
  const [from, to] = [URL.parse(requestedUrl), URL.parse(url)]
  if (!from || !to) return null
  if (errorPath.test(to.pathname) && !errorPath.test(from.pathname)) return 'error_page'
  const isDeep = (place: URL) => !homePath.test(place.pathname) || place.search.length > 1
  return isDeep(from) && !isDeep(to) ? 'home_redirect' : null
}

function contentError(html: string): SoftError | null {
  if (html === '') return null
  if (segments(titleOf(html)).some(isErrorPhrase)) return 'title'
  const heading = headingOf(html)
  // A heading alone is evidence only on a short page: articles contain such words too.
  if (heading !== '' && isErrorPhrase(heading) && roughText(html, 8_000).length < 4_000) return 'heading'
  return null
}

/** Splits a title at separators: "Page not found | Example" contains the phrase as one segment. */
function segments(title: string): string[] {
  const text = plainText(title)
  return [text, ...text.split(/\s+[-–—|·:»«/]\s+|[_|｜—–]|-(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])-/)]
    .map(part => part.trim())
    .filter(part => part !== '')
}

function isErrorPhrase(text: string): boolean {
  const plain = text.toLowerCase().replace(/[“”"]/g, '').trim()
  return plain.length > 2 && plain.length < 90 && phrases.some(phrase => phrase.test(plain))
}

function headingOf(html: string): string {
  const at = html.search(/<h1[\s>]/i)
  if (at < 0) return ''
  return plainText(roughText(html.slice(at, at + 2_000).split(/<\/h1/i, 1)[0] ?? '', 200))
}

function plainText(text: string): string {
  return text
    .replace(/&(amp|nbsp|quot|#39|rsquo|mdash|ndash|raquo|laquo);/g, entity => entities[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
const entities: Record<string, string> = {
  '&amp;': '&',
  '&#39;': "'",
  '&rsquo;': '’',
  '&mdash;': '—',
  '&ndash;': '–',
  '&raquo;': '»',
  '&laquo;': '«',
}
