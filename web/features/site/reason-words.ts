import { defineMessages, useT } from '#web/platform/i18n.ts'

const reasons = defineMessages(
  {
    refused_address: '地址不在允许抓取的网络内',
    refused_rule: '被禁止抓取规则排除',
    out_of_scope: '不属于此站点',
    robots: 'robots.txt 不允许',
    trap: '像是没有尽头的链接',
    bad_url: '网址不正确',
    dns: '找不到主机',
    tls: '证书或加密连接有问题',
    connection: '连接失败或中断',
    timeout: '超过时限没有答复',
    too_slow: '答复太慢',
    too_large: '超过单页大小上限',
    too_many_redirects: '跳转次数过多',
    bad_encoding: '内容无法解压或解码',
    content_type: '不是网页或 PDF',
    pdf_failed: 'PDF 无法读取',
    no_browser: '没有可用的浏览器来渲染',
    render_failed: '浏览器渲染失败',
    blocked: '站点拒绝访问或要求验证',
    backed_off: '站点要求放慢，稍后再抓',
    limit_pages: '达到页面数上限',
    limit_depth: '超过链接深度上限',
    limit_bytes: '达到流量上限',
    limit_time: '达到时长上限',
    aborted: '抓取被中止',
    internal: '采集程序出错',
    person: '由人停止监测',
    http: '站点答复 HTTP {status}',
    other: '其他原因（{code}）',
  },
  {
    refused_address: 'Address outside the networks allowed',
    refused_rule: 'Excluded by a forbidden rule',
    out_of_scope: 'Not part of this site',
    robots: 'Not allowed by robots.txt',
    trap: 'Looks like endless links',
    bad_url: 'Address is not valid',
    dns: 'Host not found',
    tls: 'Certificate or encryption failed',
    connection: 'Connection failed or was interrupted',
    timeout: 'No answer in time',
    too_slow: 'Answer came too slowly',
    too_large: 'Larger than the page size limit',
    too_many_redirects: 'Too many redirects',
    bad_encoding: 'Content could not be decoded',
    content_type: 'Neither a web page nor a PDF',
    pdf_failed: 'PDF could not be read',
    no_browser: 'No browser to render it',
    render_failed: 'Browser failed to render it',
    blocked: 'Site refuses or asks for a challenge',
    backed_off: 'Site asked to slow down',
    limit_pages: 'Page limit reached',
    limit_depth: 'Deeper than links are followed',
    limit_bytes: 'Traffic limit reached',
    limit_time: 'Time limit reached',
    aborted: 'Fetch was abandoned',
    internal: 'Collector failed',
    person: 'Stopped by a person',
    http: 'Site answered HTTP {status}',
    other: 'Another reason ({code})',
  },
)

const ends = defineMessages(
  {
    done: '全部抓完',
    limit_pages: '达到页面数上限',
    limit_time: '达到时长上限',
    limit_bytes: '达到流量上限',
    no_entrance: '没有入口网址',
    unreachable: '站点无法访问',
    stopped: '由人停止',
    aborted: '已放弃',
    other: '其他原因（{code}）',
  },
  {
    done: 'All fetched',
    limit_pages: 'Page limit reached',
    limit_time: 'Time limit reached',
    limit_bytes: 'Traffic limit reached',
    no_entrance: 'No start URL',
    unreachable: 'Site could not be reached',
    stopped: 'Stopped by a person',
    aborted: 'Abandoned',
    other: 'Another reason ({code})',
  },
)

const qualities = defineMessages(
  {
    challenge: '是验证或拦截页面',
    captcha: '要求输入验证码',
    waf: '被防护系统拦截',
    blocked: '站点拒绝访问',
    blocked_status: '站点以状态码拒绝访问',
    tiny: '内容过少',
    empty: '没有文字',
    needs_javascript: '不运行脚本就没有内容',
    rate_limited: '站点要求放慢',
    client_error: '站点不接受请求',
    truncated: '内容不完整',
    soft_404: '实际是“未找到”页面',
    redirected_home: '跳转到了首页',
    error_page: '是出错页面',
    error_status: '站点答复出错',
    server_error: '站点答复服务器错误',
    maintenance: '站点维护中',
    login: '要求登录',
    parked: '域名停放页面',
    bad_encoding: '文字编码有误',
    other: '其他原因（{code}）',
  },
  {
    challenge: 'A challenge page',
    captcha: 'Asks for a captcha',
    waf: 'Blocked by a firewall',
    blocked: 'Site refuses access',
    blocked_status: 'Site refuses access by its status',
    tiny: 'Hardly any content',
    empty: 'No text',
    needs_javascript: 'Nothing without scripts',
    rate_limited: 'Site asked to slow down',
    client_error: 'Site did not accept the request',
    truncated: 'Incomplete',
    soft_404: 'Really a “not found” page',
    redirected_home: 'Led to the home page',
    error_page: 'An error page',
    error_status: 'Site answered with an error',
    server_error: 'Site answered with a server error',
    maintenance: 'Site under maintenance',
    login: 'Asks for a login',
    parked: 'A parked domain',
    bad_encoding: 'Faulty text encoding',
    other: 'Another reason ({code})',
  },
)

const knows = (texts: object, code: string) => code !== 'other' && code !== 'http' && Object.hasOwn(texts, code)
const plain = (code: string) => code.replaceAll('_', ' ')

/**
 * The reason why an address was refused, failed or is no longer watched, in words; also for `http_404` and unknown
 * codes.
 */
export function useReasonWord(): (code: string) => string {
  const t = useT(reasons)
  return code => {
    const status = /^http_(\d{3})$/.exec(code)?.[1]
    if (status) return t('http', { status })
    return knows(reasons['zh-CN'], code) ? t(code as 'dns') : t('other', { code: plain(code) })
  }
}

/** The reason for the end of a round. */
export function useEndWord(): (code: string) => string {
  const t = useT(ends)
  return code => (knows(ends['zh-CN'], code) ? t(code as 'done') : t('other', { code: plain(code) }))
}

/** The reason why a capture is not trusted. */
export function useQualityWord(): (code: string) => string {
  const t = useT(qualities)
  const reason = useReasonWord()
  return code => {
    if (knows(qualities['zh-CN'], code)) return t(code as 'tiny')
    return knows(reasons['zh-CN'], code) || /^http_\d{3}$/.test(code) ? reason(code) : t('other', { code: plain(code) })
  }
}
