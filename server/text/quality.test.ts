import { describe, expect, test } from 'vitest'
import { effectiveStatus } from '#server/features/crawl/fetching/soft-404.ts'
import { type FetchedText, judgeQuality } from './quality.ts'
import { roughText } from './rough-text.ts'

const article = `<p>${'The company published its yearly report on the conduct of its business. '.repeat(60)}</p>`
const html = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
const seen = (values: Partial<FetchedText>): FetchedText => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  html: html('News', article),
  url: 'https://a.test/x',
  requestedUrl: 'https://a.test/x',
  isTruncated: false,
  ...values,
})
const cloudflare = { 'content-type': 'text/html', server: 'cloudflare', 'cf-ray': '8-FRA' }

describe('a capture is low', () => {
  test.each<[string, Partial<FetchedText>, string]>([
    [
      'a Cloudflare challenge',
      {
        status: 403,
        headers: { ...cloudflare, 'cf-mitigated': 'challenge' },
        html: html('Just a moment...', '<script>window._cf_chl_opt={}</script>'),
      },
      'challenge',
    ],
    [
      'the same with 200',
      { html: html('Just a moment...', '<noscript>Enable JavaScript and cookies to continue</noscript>') },
      'challenge',
    ],
    [
      'a Cloudflare block',
      {
        status: 403,
        headers: cloudflare,
        html: html('Attention Required! | Cloudflare', 'Sorry, you have been blocked'),
      },
      'challenge',
    ],
    [
      'an Akamai refusal',
      {
        status: 403,
        headers: { server: 'AkamaiGHost' },
        html: html('Access Denied', "You don't have permission. Reference #18.2 https://errors.edgesuite.net/18"),
      },
      'blocked',
    ],
    [
      'an Incapsula challenge with 200',
      {
        headers: { 'x-iinfo': '1' },
        html: '<html><iframe src="/_Incapsula_Resource?SWUDNSAI=9">Request unsuccessful. Incapsula incident ID: 1</iframe></html>',
      },
      'challenge',
    ],
    [
      'DataDome',
      {
        status: 403,
        headers: { 'x-datadome': 'protected' },
        html: '<script src="https://ct.captcha-delivery.com/c.js"></script>',
      },
      'challenge',
    ],
    [
      'PerimeterX',
      { status: 403, html: html('Access to this page has been denied', '<div id="px-captcha"></div>') },
      'challenge',
    ],
    ['AWS WAF', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, html: '' }, 'challenge'],
    ['加速乐', { status: 521, html: '<script>document.cookie="__jsl_clearance=1"</script>' }, 'challenge'],
    [
      '阿里云',
      { status: 405, html: html('405', '很抱歉，由于您访问的URL有可能对网站造成安全威胁，您的访问被阻断。') },
      'blocked',
    ],
    ['a captcha in Chinese', { html: html('提示', '您的访问过于频繁，请完成安全验证后继续访问') }, 'captcha'],
    ['F5', { html: html('Request Rejected', 'The requested URL was rejected. Your support ID is: 123') }, 'blocked'],
    ['a bare 429', { status: 429, html: '' }, 'rate_limited'],
    ['a failing server', { status: 502, html: html('502 Bad Gateway', 'nginx') }, 'server_error'],
    ['a refusal of the site itself', { status: 403, html: html('Forbidden', article) }, 'client_error'],
    ['an empty page', { html: ' ' }, 'empty'],
    [
      'a page of scripts',
      {
        html: html('Shop', '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>'),
      },
      'needs_javascript',
    ],
    ['a page cut off', { isTruncated: true }, 'truncated'],
    [
      'a page that only loads itself again',
      {
        html: '<html><head><meta http-equiv="refresh" content="0; url=https://a.test/x"></head><body>You should be redirected quickly, if not <a href="/x">click here</a>.</body></html>',
      },
      'reloads',
    ],
    [
      'the same with a relative address',
      { html: "<meta content='1;URL=/x#top' http-equiv=Refresh><p>Please wait</p>" },
      'reloads',
    ],
    ['a page that sends to its sign-in', { url: 'https://a.test/login?next=/x' }, 'login'],
  ])('%s', (_, values, reason) => {
    const result = judgeQuality(seen(values))
    expect(result.quality).toBe('low')
    expect(result.reasons).toContain(reason)
  })
})

describe('a capture is good', () => {
  test.each<[string, Partial<FetchedText>]>([
    ['an article', {}],
    [
      'an article behind Cloudflare with its script',
      {
        headers: cloudflare,
        html: html('News', `${article}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`),
      },
    ],
    [
      'an article about captchas',
      { html: html('Why captchas annoy', `${article} captcha: verify you are human, 人机验证`) },
    ],
    ['a large page with a root element', { html: html('App', `<div id="root"></div>${article}`) }],
    [
      'a display that is read again after some seconds',
      { html: '<meta http-equiv="refresh" content="5; url=/x"><p>Queue 3</p>' },
    ],
    ['a page that redirects elsewhere', { html: '<meta http-equiv="refresh" content="0; url=/y"><p>Please wait</p>' }],
    [
      'a notice for browsers without scripts',
      { html: '<noscript><meta http-equiv="refresh" content="0; url=/x"></noscript><p>Closed on Monday.</p>' },
    ],
    ['a long page that loads itself again', { html: `<meta http-equiv="refresh" content="0; url=/x">${article}` }],
    ['a short notice', { html: html('Notice', '<p>Closed on Monday.</p>') }],
    ['a page that is gone', { status: 404, html: html('Not found', 'Nothing here') }],
    ['a page that is gone for good', { status: 410, html: '' }],
    ['a sign-in page that was asked for', { url: 'https://a.test/login', requestedUrl: 'https://a.test/login' }],
    ['a PDF', { html: '', headers: { 'content-type': 'application/pdf' } }],
  ])('%s', (_, values) => {
    expect(judgeQuality(seen(values))).toEqual({ quality: 'good', reasons: [] })
  })
})

describe('a soft error', () => {
  const at = (title: string, body = article) =>
    effectiveStatus({
      status: 200,
      html: html(title, body),
      url: 'https://a.test/x',
      requestedUrl: 'https://a.test/x',
      hops: [],
    })

  test.each([
    '404',
    '404 Not Found',
    'Page not found | Example Inc.',
    'Example Inc. - Page Not Found',
    'Error 404',
    '404 - File or directory not found.',
    "Sorry, we can't find that page",
    'The page you requested was not found',
    '页面不存在',
    '页面不存在-示例公司',
    '404_示例网',
    '对不起，您访问的页面不存在！',
    '您访问的页面已删除',
    '抱歉，页面找不到了',
    '未找到页面 - 示例',
    '文章不存在',
    '404 页面未找到',
  ])('in the title %j', title => {
    expect(at(title)).toEqual({ status: 404, softError: 'title' })
  })

  test.each([
    'How we handle 404 errors on our site',
    'Lost and found',
    'Peugeot 404 | Classic cars',
    'Found: a new planet',
    'Missing persons',
    'What to do when a page is not found: a guide',
    '关于删除不良信息的通知',
    '法院：合同不存在即无效',
    'News',
    'Available',
  ])('is not detected in the title %j', title => {
    expect(at(title)).toEqual({ status: 200, softError: null })
  })

  test('in the heading of a page with little text', () => {
    expect(at('Example', '<h1>Page <em>not found</em></h1><p>Try the search.</p>').softError).toBe('heading')
    expect(at('Example', `<h1>Page not found</h1>${article}`).softError).toBeNull()
  })

  test.each([
    ['https://a.test/news/2019/1.html', 'https://a.test/', 404],
    ['https://a.test/news/2019/1.html', 'https://a.test/en/', 404],
    ['https://a.test/?p=12', 'https://a.test/index.php', 404],
    ['https://a.test/news/1', 'https://a.test/404.html', 404],
    ['https://a.test/news/1', 'https://a.test/news/not-found', 404],
    ['https://a.test/', 'https://a.test/en/', 200],
    ['https://a.test/index.html', 'https://a.test/', 200],
    ['https://a.test/news/1', 'https://a.test/news/1/', 200],
    ['http://a.test/x', 'https://www.a.test/x', 200],
  ])('by a redirect from %s to %s: %i', (requestedUrl, url, status) => {
    const hops = [{ url: requestedUrl, status: 302, location: url }]
    expect(effectiveStatus({ status: 200, html: html('News', article), url, requestedUrl, hops }).status).toBe(status)
  })

  test('does not override an actual error status', () => {
    expect(
      effectiveStatus({
        status: 503,
        html: html('404', ''),
        url: 'https://a.test/',
        requestedUrl: 'https://a.test/x',
        hops: [],
      }).status,
    ).toBe(503)
  })
})

test('rough text leaves out hidden text, and takes one pass over hostile markup', () => {
  expect(roughText('<head><title>t</title></head><p>a<!-- x --> <script>b</script>c</p>d', 100)).toBe('a c d')
  const hostile = '<script>'.repeat(200_000)
  const startedAt = performance.now()
  roughText(hostile, 4_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
