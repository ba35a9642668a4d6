import { bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { fillPlaceholders } from '#contract/text.ts'
import { type IngestFaultCode, ingestSentence, isIngestFaultCode } from '#server/ingest/fault.ts'
import type { FetchReason } from '#server/platform/fetcher/result.ts'

/** The fault of a load as stored; `table`: loads of earlier versions. */
export type ListFault = { code: IngestFaultCode | 'table'; detail?: Record<string, unknown> }

/** Reasons why a fetch failed, with advice. The other reasons of a fetch cannot occur here. */
const reasons: Partial<Record<FetchReason | 'http' | 'not_modified', Record<Locale, string>>> = {
  bad_url: bilingual('网址不正确，请改正', 'the address is not valid; correct it'),
  refused_address: bilingual(
    '网址指向不允许访问的网络，例如本机或内网',
    'the address leads to a network that is not allowed, such as this machine or an internal network',
  ),
  too_large: bilingual(
    '文件过大，请改用该发布者较小的名单',
    'the file is too large; use a smaller list from its publisher',
  ),
  too_slow: bilingual('对方发送过慢，已放弃；请稍后再试', 'the transfer was too slow and was stopped; try again later'),
  timeout: bilingual('对方未在时限内完成响应；请稍后再试', 'the server did not respond in time; try again later'),
  too_many_redirects: bilingual(
    '网址重定向次数过多，可能陷入循环；请使用最终的下载地址',
    'too many redirects, possibly a loop; use the final download address',
  ),
  dns: bilingual('找不到这个主机，请检查网址', 'the host was not found; check the address'),
  tls: bilingual('对方的证书无效', 'the server’s certificate is not valid'),
  connection: bilingual('连接中断，请稍后再试', 'the connection was interrupted; try again later'),
  bad_encoding: bilingual('内容无法解压', 'the content cannot be decompressed'),
  aborted: bilingual('下载被中止', 'the download was stopped'),
  http: bilingual('对方返回 HTTP {status}，请检查网址', 'the server responded with HTTP {status}; check the address'),
  not_modified: bilingual(
    '对方返回“没有变化”（HTTP 304），但未提供文件；请稍后再试',
    'the server responded that nothing changed (HTTP 304) and sent no file; try again later',
  ),
}

export function sentenceOf({ code, detail = {} }: ListFault, locale: Locale): string {
  if (code === 'table') {
    const own = detail.code === 'bad_json' ? 'bad_record' : (detail.code as IngestFaultCode)
    return ingestSentence(own, locale, detail)
  }
  if (!isIngestFaultCode(code)) return ingestSentence('internal', locale)
  const { reason } = detail as { reason?: keyof typeof reasons }
  const why = reason === undefined ? undefined : (reasons[reason]?.[locale] ?? String(reason))
  return ingestSentence(code, locale, { ...detail, ...(why && { reason: fillPlaceholders(why, detail) }) })
}
