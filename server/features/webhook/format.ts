import type { Locale } from '#contract/bilingual.ts'
import { type PageName, pageRoutes } from '#contract/route.ts'
import { shorten } from '#contract/text.ts'
import type { WebhookEventKind, WebhookFormat } from '#contract/webhook.api.ts'
import { kindWords, lineOf, listMark, openWord, titleMark } from './format-words.ts'
import { signDingTalk, signedHeaders, signFeishu } from './sign.ts'
import type { Subject } from './subject.queries.ts'

type Message = { id: string; kind: WebhookEventKind; at: string; subject: Subject }
type Options = {
  address: string
  format: WebhookFormat
  locale: Locale
  publicUrl: string
  secrets: readonly string[]
  signSecret: string | undefined
  now: Date
}
export type OutgoingRequest = { url: string; headers: Record<string, string>; body: string }

const json = 'application/json; charset=utf-8'
const pageNames: Record<string, PageName> = { source: 'source_detail', page: 'admin_page' }

/** The page of a record in the console. */
export function linkOf(publicUrl: string, record: Subject['record']): string | undefined {
  if (!record) return undefined
  const route = pageRoutes[pageNames[record.noun] ?? (`${record.noun}_detail` as PageName)]
  return route ? publicUrl + route.path.replace('$id', String(record.id)) : undefined
}

/** The request that sends a message in the form of its receiver; the signature of our own form is on every one. */
export function requestOf(message: Message, options: Options): OutgoingRequest {
  const { url, body, headers } = formats[options.format](message, options)
  const signed = signedHeaders(options.secrets, { id: message.id, at: options.now, body })
  return { url, body, headers: { 'content-type': json, ...headers, ...signed } }
}

type Written = { url: string; body: string; headers?: Record<string, string> }

const formats: Record<WebhookFormat, (message: Message, options: Options) => Written> = {
  standard: ({ kind, at, subject }, { address, publicUrl }) => {
    const { record, ...rest } = subject
    const url = linkOf(publicUrl, record)
    return {
      url: address,
      body: JSON.stringify({
        type: kind,
        timestamp: at,
        data: { record: record && { ...record, ...(url && { url }) }, ...rest },
      }),
    }
  },
  slack: (message, options) => {
    const { title, lines, link } = textOf(message, options)
    const head = link ? `<${link}|${escapeSlack(title)}>` : escapeSlack(title)
    const text = [`*${head}*`, ...lines.map(escapeSlack)].join('\n')
    return {
      url: options.address,
      body: JSON.stringify({ text: title, blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] }),
    }
  },
  teams: (message, options) => {
    const { title, lines, link } = textOf(message, options)
    const block = (text: string, more: object = {}) => ({
      type: 'TextBlock',
      text: escapeMarkdown(text),
      wrap: true,
      ...more,
    })
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [block(title, { weight: 'Bolder', size: 'Medium' }), ...lines.map(line => block(line))],
      ...(link && { actions: [{ type: 'Action.OpenUrl', title: openWord[options.locale], url: link }] }),
    }
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }]
    return { url: options.address, body: JSON.stringify({ type: 'message', attachments }) }
  },
  dingtalk: (message, options) => {
    const { title, text } = markdownOf(message, options)
    return {
      url: options.signSecret ? signDingTalk(options.address, options.signSecret, options.now) : options.address,
      body: JSON.stringify({ msgtype: 'markdown', markdown: { title, text } }),
    }
  },
  wecom: (message, options) => ({
    url: options.address,
    body: JSON.stringify({ msgtype: 'markdown', markdown: { content: markdownOf(message, options).text } }),
  }),
  feishu: (message, options) => {
    const { title, lines, link } = textOf(message, options)
    const content = [
      ...lines.map(text => [{ tag: 'text', text }]),
      ...(link ? [[{ tag: 'a', text: openWord[options.locale], href: link }]] : []),
    ]
    const language = options.locale === 'zh-CN' ? 'zh_cn' : 'en_us'
    return {
      url: options.address,
      body: JSON.stringify({
        ...(options.signSecret && signFeishu(options.signSecret, options.now)),
        msg_type: 'post',
        content: { post: { [language]: { title, content } } },
      }),
    }
  },
  ntfy: (message, options) => {
    const { title, lines, link } = textOf(message, options)
    return {
      url: options.address,
      body: lines.join('\n') || title,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        // Headers are ASCII: ntfy decodes this form (RFC 2047).
        title: `=?UTF-8?B?${Buffer.from(title).toString('base64')}?=`,
        ...(link && { click: link }),
        ...(options.signSecret && { authorization: `Bearer ${options.signSecret}` }),
      },
    }
  },
}

/** A title and lines, as chat programs show them. */
function textOf({ kind, subject }: Message, { locale, publicUrl }: Options) {
  const { record, organisation, excerpt, words, hits, pages, saved_search, actor } = subject
  const name = record?.title ?? (record ? `${record.noun} ${record.id}` : undefined)
  const title = shorten(name ? `${kindWords[kind][locale]}${titleMark[locale]}${name}` : kindWords[kind][locale], 200)
  const lines = [
    organisation && lineOf('organisation', organisation.name, locale),
    saved_search && lineOf('search', saved_search.name, locale),
    words && lineOf('words', words.slice(0, 20).join(listMark[locale]), locale),
    hits !== undefined && lineOf('hits', hits, locale),
    excerpt && shorten(excerpt, 500),
    pages !== undefined && lineOf('pages', pages, locale),
    actor && lineOf('actor', actor.name, locale),
  ].filter(line => typeof line === 'string')
  return { title, lines, link: linkOf(publicUrl, record) }
}

function markdownOf(message: Message, options: Options): { title: string; text: string } {
  const { title, lines, link } = textOf(message, options)
  const head = link ? `[${escapeMarkdown(title)}](${link})` : escapeMarkdown(title)
  return { title, text: [`#### ${head}`, ...lines.map(line => `> ${escapeMarkdown(line)}`)].join('\n\n') }
}

const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A record's name must not become a link, a heading or a mention of everyone. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]()#~|]/g, '\\$&')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/[\r\n]+/g, ' ')
}

/**
 * Chat programs answer 200 also to a message that they refuse; the reason is in the body. `reply`: the body is not one of
 * theirs.
 */
export function refusalOf(format: WebhookFormat, body: string): string | undefined {
  if (!['dingtalk', 'wecom', 'feishu'].includes(format)) return undefined
  try {
    const answer = JSON.parse(body) as Record<string, unknown>
    const code = answer.errcode ?? answer.code ?? answer.StatusCode
    return code === 0 ? undefined : `code ${String(code)}`
  } catch {
    return 'reply'
  }
}
