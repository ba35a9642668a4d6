import { readRefresh } from './extract-moved.ts'
import { roughText } from './rough-text.ts'

export type FetchedText = {
  status: number
  headers: Record<string, string>
  /** The decoded page; '' if it is not text. */
  html: string
  url: string
  /** The address at which the fetch began. */
  requestedUrl: string
  isTruncated: boolean
}
/** `low`: the response is not the page, or may not be, and is never compared. Reasons are words for counting. */
type Quality = { quality: 'good' | 'low'; reasons: QualityReason[] }
type QualityReason =
  | 'challenge'
  | 'blocked'
  | 'captcha'
  | 'rate_limited'
  | 'needs_javascript'
  | 'reloads'
  | 'login'
  | 'server_error'
  | 'client_error'
  | 'truncated'
  | 'empty'

/** A challenge is a small page; its typical words in a long page are content. */
const smallChars = 40_000
const littleText = 600

/** Headers that only a refusal has. */
const refusingHeaders: [name: string, value: RegExp][] = [
  ['cf-mitigated', /challenge|block/],
  ['x-amzn-waf-action', /challenge|captcha/],
  ['x-datadome', /protected/],
  ['x-sucuri-block', /./],
]
/** Headers of services in front of a site; together with a refusing status, the response comes from the service. */
const wallHeaders: [name: string, value: RegExp][] = [
  [
    'server',
    /cloudflare|akamai|sucuri|ddos-guard|imperva|incapsula|yunjiasu|wangzhanbao|360wzws|safedog|waf|bigip|qrator/i,
  ],
  ['cf-ray', /./],
  ['x-iinfo', /./],
  ['x-cdn', /incapsula|imperva/i],
  ['x-sucuri-id', /./],
  ['x-datadome', /./],
  ['x-px-block', /./],
  ['x-akamai-request-id', /./],
  ['x-waf-event-info', /./],
  ['x-powered-by-360wzb', /./],
  ['x-safe-firewall', /./],
  ['eagleid', /./],
]
/**
 * Typical words of challenges and refusals: in the title, in the markup of a small page, and in a small page's text.
 */
const challengeTitles =
  /^(just a moment|attention required|checking your browser|ddos-guard|verify you are human|are you a robot|security check|one more step|human verification|robot check|安全验证|人机验证|验证码|滑动验证|访问验证|安全检查|正在验证)/i
const blockTitles =
  /^(access denied|request rejected|request blocked|the request could not be satisfied|error 10\d\d|pardon our interruption|网站防火墙|访问被拦截|访问被阻断|访问被拒绝|请求被拦截|拦截提示|网站访问报错|405$|安全拦截|创宇盾|云防护|您的访问被)/i
const challengeMarkup =
  /cdn-cgi\/challenge-platform\/h\/|_cf_chl_opt|cf-browser-verification|captcha-delivery\.com|px-captcha|_incapsula_resource|incapsula incident id|__jsl_clearance|wzws-waf-cgi|\$_ts=window|aliyun_waf|acw_sc__v2|awswafintegration|ddos-guard\/js-challenge|sucuri_cloudproxy_js|perfdrive\.com|geo\.captcha/i
const blockMarkup =
  /errors\.edgesuite\.net|sucuri website firewall - access denied|errors\.aliyun\.com|your support id is|waf\.tencent|t-sec-waf|safedog\.cn|bt\.cn\/?[^<]{0,40}防火墙|网站防火墙|安全威胁，您的访问被阻断/i
const captchaText =
  /captcha|verify (that )?you('re| are)( a| not a)? (human|robot)|prove (that )?you('re| are) (human|not a robot)|unusual traffic|人机验证|安全验证|滑动(滑块|验证)|拖动(滑块|下方)|请输入验证码|完成(下列|以下|安全)?验证|访问(过于|太)频繁|请求(过于|太)频繁|操作过于频繁/i
const scriptText =
  /enable (java\s?script|cookies)|java\s?script (is|to be) (required|disabled|enabled|not enabled)|requires java\s?script|(开启|启用|打开|支持)\s*java\s?script|without java\s?script/i
const emptyRoot =
  /<(div|main|app-root)[^>]{0,200}id\s*=\s*["']?(root|app|__next|__nuxt|main-app)["']?[^>]{0,200}>\s*<\/(div|main)>|<app-root>\s*<\/app-root>/i
const refreshTag = /<meta\b[^>]{0,500}http-equiv\s*=\s*["']?refresh\b[^>]{0,2000}>/i
const contentOfTag = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
const unscripted = /<noscript\b[^>]*>[\s\S]*?<\/noscript/gi
/** A page that loads itself again sooner than this cannot be read. */
const reloadSeconds = 2
const loginPath = /(^|[/._-])(log-?in|sign-?in|signon|sso|passport|cas\/login|oauth2?|auth\/realms)([/._?-]|$)/i

/**
 * Whether a response is the requested page. Status 404 and 410 are good: the site reports that the page no longer
 * exists.
 */
export function judgeQuality(seen: FetchedText): Quality {
  const reasons = new Set<QualityReason>()
  const { status, headers, html } = seen
  if (seen.isTruncated) reasons.add('truncated')
  const title = titleOf(html)
  const isSmall = html.length <= smallChars
  const text = isSmall ? roughText(html, littleText + 1) : ''
  const isLittle = isSmall && text.length <= littleText
  const isRefusal = [403, 405, 412, 429, 503, 521].includes(status) || (status === 202 && isLittle)
  const hasWall = has(headers, wallHeaders)

  if (has(headers, refusingHeaders) && (isRefusal || isLittle)) reasons.add('challenge')
  if (challengeTitles.test(title) && (isSmall || isRefusal)) reasons.add('challenge')
  if (isSmall && (isRefusal || isLittle) && challengeMarkup.test(html)) reasons.add('challenge')
  if (blockTitles.test(title) && (isLittle || isRefusal)) reasons.add('blocked')
  if (isSmall && (isRefusal || isLittle) && blockMarkup.test(html)) reasons.add('blocked')
  if (isLittle && captchaText.test(text)) reasons.add('captcha')
  if (status === 429) reasons.add('rate_limited')
  else if (isRefusal && hasWall && isLittle) reasons.add('blocked')
  if (status >= 500) reasons.add('server_error')
  else if (status >= 400 && status !== 404 && status !== 410) reasons.add('client_error')

  const isHtml = /html|xml/i.test(headers['content-type'] ?? 'html')
  if (status < 300 && reasons.size === 0 && isHtml) {
    if (text.length < 200 && isSmall && (emptyRoot.test(html) || scriptText.test(html))) reasons.add('needs_javascript')
    else if (html.trim() === '' && status !== 204) reasons.add('empty')
    else if (isLittle && isReloaded(seen)) reasons.add('reloads')
  }
  if (loginPath.test(pathOf(seen.url)) && !loginPath.test(pathOf(seen.requestedUrl))) reasons.add('login')
  return { quality: reasons.size === 0 ? 'good' : 'low', reasons: [...reasons] }
}

/** Whether a page sends its visitor to its own address at once, as pages that first set a cookie or wait for a server do. */
function isReloaded({ html, url }: FetchedText): boolean {
  const [tag] = refreshTag.exec(html.replace(unscripted, '')) ?? []
  const [, ...contents] = contentOfTag.exec(tag ?? '') ?? []
  const read = readRefresh((contents.find(content => content !== undefined) ?? '').replaceAll('&amp;', '&'))
  if (!read || read.seconds > reloadSeconds) return false
  const withoutFragment = (address: string) => URL.parse(address, url)?.href.replace(/#.*$/, '')
  return withoutFragment(read.address) === withoutFragment(url)
}

/** Whether the site, or a service in front of it, demands a pause; its host is then backed off. */
export function requestsBackOff(status: number, { reasons }: Quality): boolean {
  return status === 429 || status === 503 || reasons.some(reason => reason === 'challenge' || reason === 'captcha')
}

/** The first title, at most 300 characters, with entities as written. */
export function titleOf(html: string): string {
  const head = html.slice(0, 100_000)
  const at = head.search(/<title[\s>]/i)
  if (at < 0) return ''
  const from = head.indexOf('>', at) + 1
  const to = head.indexOf('</', from)
  return head
    .slice(from, to < 0 ? from + 300 : to)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

function has(headers: Record<string, string>, signs: [string, RegExp][]): boolean {
  return signs.some(([name, value]) => headers[name] !== undefined && value.test(headers[name]))
}

function pathOf(address: string): string {
  const url = URL.parse(address)
  return url ? url.pathname : ''
}
