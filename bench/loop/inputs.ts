import { Buffer } from 'node:buffer'

/**
 * A request that is as expensive as its limits allow, or beyond them. `body`: an object is sent as JSON, a form as a
 * file.
 */
export type CostlyRequest = {
  what: string
  method: string
  path: string
  body?: unknown
  type?: string
  headers?: Record<string, string>
}

const repeat = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const deep = (times: number) => '['.repeat(times) + ']'.repeat(times)
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const file = (name: string, content: string | Buffer) => {
  const head = `--x7d\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x7d--\r\n')])
}
const form = { type: 'multipart/form-data; boundary=x7d' }
const chinese = '光华机械集团有限公司董事长张三在上海出席会议并发表讲话'

/** `og` and `report` are ids of existing records. */
export function inputsFor({ og, report }: { og: number; report: number }): CostlyRequest[] {
  const words = repeat(120_000, at => `词${at}`)
    .join('\n')
    .slice(0, 890_000)
  const doc = (content: unknown[]) => ({ type: 'doc', content })
  return [
    {
      what: '200 rules of 97 folded classes',
      method: 'PUT',
      path: '/v1/og',
      body: { id: og, forbidden_rules: repeat(200, at => `re:(?i)${'[\\PL]'.repeat(97)}${at}`) },
    },
    {
      what: '18 rules that use their budget up',
      method: 'PUT',
      path: '/v1/og',
      body: { id: og, forbidden_rules: repeat(20, at => `re:(?i)[a-\\x{10ffff}]${at}`) },
    },
    {
      what: '50 ignored patterns',
      method: 'PUT',
      path: `/v1/og/${og}/site`,
      body: { filter: { include: [], exclude: [], ignore: repeat(50, at => `re:(?i)${'[\\PL]'.repeat(97)}${at}`) } },
    },
    {
      what: '100 nested selectors',
      method: 'PUT',
      path: `/v1/og/${og}/site`,
      body: {
        filter: {
          include: repeat(50, at => `${':not('.repeat(55)}a${')'.repeat(55)}${at === 0 ? '' : `,b${at}`}`),
          exclude: repeat(50, at => `:is(${'a,'.repeat(130)}b${at})`),
          ignore: [],
        },
      },
    },
    { what: '900 kB of words, a look', method: 'POST', path: '/v1/word/paste', body: { text: words, dry_run: true } },
    { what: '900 kB of words', method: 'POST', path: '/v1/word/paste', body: { text: words } },
    {
      what: '20,000 words',
      method: 'POST',
      path: '/v1/word/paste',
      body: { text: words.split('\n').slice(0, 20_000).join('\n') },
    },
    {
      what: '200,000 characters tried',
      method: 'POST',
      path: '/v1/word/try',
      body: { text: chinese.repeat(8_000).slice(0, 200_000) },
    },
    { what: 'lists 500,000 deep', method: 'POST', path: '/v1/og', body: deep(500_000) },
    {
      what: 'objects 200,000 deep',
      method: 'POST',
      path: '/v1/og',
      body: `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`,
    },
    {
      what: '500,000 ids',
      method: 'POST',
      path: '/v1/og/bulk',
      body: `{"act":"delete","ids":[${'1,'.repeat(500_000)}1]}`,
    },
    {
      what: '250,000 ids that are none',
      method: 'POST',
      path: '/v1/og/bulk',
      body: `{"act":"delete","ids":[${'"",'.repeat(250_000)}1]}`,
    },
    {
      what: '10,000 ids',
      method: 'POST',
      path: '/v1/person/bulk',
      body: { act: 'update', ids: repeat(10_000, at => at + 1), patch: { score: 5 } },
    },
    {
      what: '80,000 unknown fields',
      method: 'POST',
      path: '/v1/og',
      body: `{"name":"x",${repeat(80_000, at => `"k${at}":1`).join(',')}}`,
    },
    {
      what: '20,000 blocks of a report',
      method: 'POST',
      path: '/v1/report',
      body: { title: 'x', body: doc(repeat(17_000, at => paragraph(`${chinese}${at}`))) },
    },
    {
      what: 'a report saved anew',
      method: 'PUT',
      path: `/v1/report/${report}`,
      body: { body: doc(repeat(8_000, at => paragraph(`${chinese}${at * 7}`))) },
    },
    {
      what: 'the same turned round',
      method: 'PUT',
      path: `/v1/report/${report}`,
      body: { body: doc(repeat(8_000, at => paragraph(`${chinese}${(8_000 - at) * 3}`))) },
    },
    { what: 'its versions compared', method: 'GET', path: `/v1/report/${report}/compare?from=2&to=3` },
    {
      what: '30,000 wrong nodes',
      method: 'POST',
      path: '/v1/report',
      body: { title: 'x', body: doc(repeat(30_000, () => ({ type: 'paragraph', content: [{ type: 'wrong' }] }))) },
    },
    {
      what: 'a draft of one long paragraph',
      method: 'PUT',
      path: `/v1/report/${report}/draft`,
      body: { title: 'x', base_rev: 1, body: doc(repeat(5, () => paragraph(chinese.repeat(4_000)))) },
    },
    {
      what: 'a long search',
      method: 'GET',
      path: `/v1/search?keyword=${encodeURIComponent(chinese.repeat(8).slice(0, 200))}`,
    },
    {
      what: 'a long keyword',
      method: 'GET',
      path: `/v1/og?keyword=${encodeURIComponent(chinese.repeat(8).slice(0, 200))}`,
    },
    {
      what: 'a keyword of 200 words',
      method: 'GET',
      path: `/v1/search?keyword=${encodeURIComponent(repeat(100, at => String.fromCodePoint(0x4e00 + at * 31)).join(' '))}`,
    },
    { what: '10,000 parameters', method: 'GET', path: `/v1/og?${repeat(10_000, () => 'id=1').join('&')}` },
    { what: '9,000 sorts', method: 'GET', path: `/v1/og?${repeat(9_000, () => 'sort=1').join('&')}` },
    {
      what: '60 kB of languages',
      method: 'GET',
      path: '/v1/og',
      headers: { 'accept-language': 'en;q=0.1,'.repeat(6_000) },
    },
    { what: 'a path of 60 kB', method: 'GET', path: `/v1/${'%61/'.repeat(15_000)}` },
    {
      what: '100,000 rows to import',
      method: 'POST',
      path: '/v1/import?noun=og',
      body: file('a.csv', `name,desc\n${repeat(100_000, at => `Org ${at},${chinese}`).join('\n')}`),
      ...form,
    },
    {
      what: '8 MB of one cell',
      method: 'POST',
      path: '/v1/import?noun=og',
      body: file('a.csv', `name\n"${'x'.repeat(8_000_000)}"`),
      ...form,
    },
    {
      what: 'JSON 1,000,000 deep to import',
      method: 'POST',
      path: '/v1/import?noun=og',
      body: file('a.json', deep(1_000_000)),
      ...form,
    },
    {
      what: 'FollowTheMoney, 40,000 lines',
      method: 'POST',
      path: '/v1/interchange/import',
      body: file(
        'a.ftm.json',
        repeat(40_000, at =>
          JSON.stringify({ id: `a${at}`, schema: 'Company', properties: { name: [`Org ${at}`] } }),
        ).join('\n'),
      ),
      ...form,
    },
    {
      what: 'a password of 500 characters',
      method: 'PUT',
      path: '/v1/user/1',
      body: { old_password: 'x', password: 'qwertyPassw0rd1987'.repeat(27) },
    },
    {
      what: 'a new user with a password of 500 characters',
      method: 'POST',
      path: '/v1/user',
      body: { username: `u${Date.now()}`, role: 'reader', password: 'zxcvbnmP4ssw0rd!abcABC'.repeat(22) },
    },
    {
      what: 'a picture of nothing, 5,000 × 5,000',
      method: 'POST',
      path: '/v1/icon',
      body: file(
        'a.svg',
        '<svg xmlns="http://www.w3.org/2000/svg" width="5000" height="5000"><rect width="100%" height="100%"/></svg>',
      ),
      ...form,
    },
    {
      what: '1,000 memberships',
      method: 'POST',
      path: '/v1/person',
      body: {
        name: 'x',
        memberships: repeat(1_000, at => ({ og_id: og + at })),
        aliases: repeat(50, at => `${chinese}${at}`),
      },
    },
    {
      what: 'a schedule of 100 parts',
      method: 'PUT',
      path: `/v1/og/${og}/site`,
      body: { cron: `${repeat(30, at => at).join(',')} */1 1-28 * *` },
    },
    {
      what: '60 kB of tus metadata',
      method: 'POST',
      path: '/v1/upload/tus',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename YQ==,upload ${Buffer.from(deep(20_000)).toString('base64')}`,
      },
    },
  ]
}
