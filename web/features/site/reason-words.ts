import { defineMessages, useT } from '#web/platform/i18n.ts'

const reasons = defineMessages({
  refused_address: ['地址不在允许抓取的网络内', 'Address outside the allowed networks'],
  refused_rule: ['被禁止抓取规则排除', 'Excluded by a forbidden rule'],
  out_of_scope: ['不属于此站点', 'Not part of this site'],
  robots: ['robots.txt 不允许', 'Not allowed by robots.txt'],
  trap: ['疑似无限链接', 'Looks like an endless chain of links'],
  bad_url: ['网址不正确', 'Invalid address'],
  dns: ['找不到主机', 'Host not found'],
  tls: ['证书或加密连接有问题', 'Certificate or encryption error'],
  connection: ['连接失败或中断', 'Connection failed or was interrupted'],
  timeout: ['响应超时', 'No response in time'],
  too_slow: ['响应太慢', 'Response too slow'],
  too_large: ['超过单页大小上限', 'Larger than the page size limit'],
  too_many_redirects: ['跳转次数过多', 'Too many redirects'],
  bad_encoding: ['内容无法解压或解码', 'Content could not be decoded'],
  content_type: ['不是网页、订阅源或 PDF', 'Neither a web page, a feed nor a PDF'],
  bad_feed: ['订阅源无法读取', 'Feed could not be read'],
  entry_unreadable: ['订阅源条目没有标题、文字和网址', 'Feed entry without title, text and address'],
  entry_repeated: ['订阅源条目重复', 'Repeated feed entry'],
  entry_no_link: ['订阅源条目没有可用的网址', 'Feed entry without a usable address'],
  feed_over: ['订阅源条目超过 20,000 条，其余未读', 'Feed with more than 20,000 entries; the rest was not read'],
  feed_cut: ['订阅源不完整', 'Incomplete feed'],
  pdf_failed: ['PDF 无法读取', 'PDF could not be read'],
  no_browser: ['没有可用于渲染的浏览器', 'No browser available for rendering'],
  render_failed: ['浏览器渲染失败', 'Browser rendering failed'],
  blocked: ['站点拒绝访问或要求验证', 'Site denies access or requires a challenge'],
  backed_off: ['站点要求放慢，稍后再抓', 'Site asked to slow down'],
  not_due: ['本轮不需访问', 'Not due in this round'],
  limit_pages: ['达到页面数上限', 'Page limit reached'],
  limit_depth: ['超过链接深度上限', 'Link depth limit exceeded'],
  limit_bytes: ['达到流量上限', 'Traffic limit reached'],
  limit_time: ['达到时长上限', 'Time limit reached'],
  limit_site: ['达到站点的容量上限', 'Limit of the site reached'],
  limit_files: ['超过每页 200 个文件', 'More than 200 files on the page'],
  bad_format: ['格式不符', 'Not in a known format'],
  file_large: ['文件过大', 'File too large'],
  too_wide: ['尺寸过大', 'Too many pixels'],
  limit_view: ['已保存，但超过一次显示的上限', 'Stored, but the view would become too large'],
  lost: ['保存的内容已丢失', 'Stored content was lost'],
  aborted: ['抓取被中止', 'Fetch aborted'],
  internal: ['采集程序出错', 'Collector failed'],
  person: ['人工停止监测', 'Stopped manually'],
  http: ['站点返回 HTTP {status}', 'Site returned HTTP {status}'],
  other: ['其他原因（{code}）', 'Another reason ({code})'],
})

const ends = defineMessages({
  done: ['全部抓完', 'All fetched'],
  limit_pages: ['达到页面数上限', 'Page limit reached'],
  limit_time: ['达到时长上限', 'Time limit reached'],
  limit_bytes: ['达到流量上限', 'Traffic limit reached'],
  no_entrance: ['没有入口网址', 'No start URL'],
  unreachable: ['站点无法访问', 'Site could not be reached'],
  stopped: ['人工停止', 'Stopped manually'],
  aborted: ['已放弃', 'Abandoned'],
  other: ['其他原因（{code}）', 'Another reason ({code})'],
})

const qualities = defineMessages({
  challenge: ['验证或拦截页面', 'A challenge page'],
  captcha: ['要求输入验证码', 'Captcha required'],
  waf: ['被防护系统拦截', 'Blocked by a firewall'],
  blocked: ['站点拒绝访问', 'Site denies access'],
  blocked_status: ['站点以状态码拒绝访问', 'Site denies access (status code)'],
  tiny: ['内容过少', 'Too little content'],
  empty: ['没有文字', 'No text'],
  needs_javascript: ['不运行脚本就没有内容', 'No content without scripts'],
  reloads: ['页面只会重新加载自身', 'The page only loads itself again'],
  rate_limited: ['站点要求放慢', 'Site asked to slow down'],
  client_error: ['站点不接受请求', 'Site rejected the request'],
  truncated: ['内容不完整', 'Incomplete'],
  soft_404: ['实际是“未找到”页面', 'Actually a “not found” page'],
  redirected_home: ['跳转到了首页', 'Redirected to the home page'],
  error_page: ['错误页面', 'An error page'],
  error_status: ['站点返回错误', 'Site returned an error'],
  server_error: ['站点返回服务器错误', 'Site returned a server error'],
  maintenance: ['站点维护中', 'Site under maintenance'],
  login: ['要求登录', 'Login required'],
  parked: ['域名停放页面', 'A parked domain'],
  bad_encoding: ['文字编码有误', 'Faulty text encoding'],
  other: ['其他原因（{code}）', 'Another reason ({code})'],
})

const knows = (texts: object, code: string) => code !== 'other' && code !== 'http' && Object.hasOwn(texts, code)
const withSpaces = (code: string) => code.replaceAll('_', ' ')

/**
 * The reason why an address was refused, failed or is no longer watched, in words; also for `http_404` and unknown
 * codes.
 */
export function useReasonWord(): (code: string) => string {
  const t = useT(reasons)
  return code => {
    const status = /^http_(\d{3})$/.exec(code)?.[1]
    if (status) return t('http', { status })
    return knows(reasons['zh-CN'], code) ? t(code as 'dns') : t('other', { code: withSpaces(code) })
  }
}

/** The reason for the end of a round. */
export function useEndWord(): (code: string) => string {
  const t = useT(ends)
  return code => (knows(ends['zh-CN'], code) ? t(code as 'done') : t('other', { code: withSpaces(code) }))
}

/** The reason why a snapshot is not trusted. */
export function useQualityWord(): (code: string) => string {
  const t = useT(qualities)
  const reason = useReasonWord()
  return code => {
    if (knows(qualities['zh-CN'], code)) return t(code as 'tiny')
    return knows(reasons['zh-CN'], code) || /^http_\d{3}$/.test(code)
      ? reason(code)
      : t('other', { code: withSpaces(code) })
  }
}
