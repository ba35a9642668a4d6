import type { Locale } from '#contract/error.ts'
import { type TableFaultCode, tableSentence } from '#server/features/import/import.service.ts'
import {
  type FaultCode as FileCode,
  sentence as fileSentence,
} from '#server/features/interchange/interchange.service.ts'
import type { FetchReason } from '#server/platform/fetcher/result.ts'

/** Faults of a load, in addition to the faults of its file. */
const sentences = {
  no_parties: {
    'zh-CN': '文件里没有一个人物或组织，上一版本保持不变。',
    'en-US': 'The file has no person and no organisation. The version before stays.',
  },
  not_fetched: {
    'zh-CN': '没有从网址取得名单（{reason}），上一版本保持不变。',
    'en-US': 'The list could not be fetched from its address ({reason}). The version before stays.',
  },
  too_large: {
    'zh-CN': '名单超过 {count} MB，没有读取；上一版本保持不变。',
    'en-US': 'The list is larger than {count} MB and was not read. The version before stays.',
  },
} as const
export type FaultCode = keyof typeof sentences | FileCode | 'table'
export type Fault = { code: FaultCode; detail?: Record<string, unknown> }

/** Reasons why a fetch failed, with advice. The other reasons of a fetch cannot occur here. */
const reasons: Partial<Record<FetchReason | 'http' | 'not_modified', Record<Locale, string>>> = {
  bad_url: { 'zh-CN': '网址不正确，请改正', 'en-US': 'the address is not valid; correct it' },
  refused_address: {
    'zh-CN': '网址指向不允许访问的网络，例如本机或内网',
    'en-US': 'it leads into a network that may not be reached, such as this machine or an internal one',
  },
  too_large: {
    'zh-CN': '文件过大，请下载后改为分开的名单',
    'en-US': 'the file is too large; take a smaller list of its publisher',
  },
  too_slow: {
    'zh-CN': '对方发送太慢，已放弃；稍后会再试',
    'en-US': 'it was sent too slowly and was given up; try again later',
  },
  timeout: { 'zh-CN': '对方在时限内没有答完；请稍后再试', 'en-US': 'it was not answered in time; try again later' },
  too_many_redirects: {
    'zh-CN': '网址跳转次数过多，可能在绕圈；请换成最终的下载地址',
    'en-US': 'it redirects too many times, perhaps in a circle; take the address where the file is in the end',
  },
  dns: { 'zh-CN': '找不到这个主机，请检查网址', 'en-US': 'its host was not found; check the address' },
  tls: { 'zh-CN': '对方的证书有问题', 'en-US': 'its certificate is not valid' },
  connection: { 'zh-CN': '连接中断，请稍后再试', 'en-US': 'the connection broke; try again later' },
  bad_encoding: { 'zh-CN': '内容无法解压', 'en-US': 'what it sent cannot be unpacked' },
  aborted: { 'zh-CN': '下载被中止', 'en-US': 'the download was stopped' },
  http: { 'zh-CN': '对方答复 HTTP {status}，请检查网址', 'en-US': 'it answered HTTP {status}; check the address' },
  not_modified: {
    'zh-CN': '对方答复“没有变化”（HTTP 304），却没有给出文件；请稍后再试',
    'en-US': 'it answered that nothing changed (HTTP 304) and sent no file; try again later',
  },
}

const filled = (text: string, detail: Record<string, unknown>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(detail[key] ?? ''))

export class LoadFault extends Error {
  readonly fault: Fault
  constructor(code: FaultCode, detail?: Record<string, unknown>) {
    super(code)
    this.fault = { code, ...(detail && { detail }) }
  }
}

export function sentenceOf({ code, detail = {} }: Fault, locale: Locale): string {
  if (code === 'table') return tableSentence(detail.code as TableFaultCode, locale, detail)
  if (!Object.hasOwn(sentences, code)) return fileSentence(code as FileCode, locale, detail)
  const { reason } = detail as { reason?: keyof typeof reasons }
  const why = reason === undefined ? undefined : (reasons[reason]?.[locale] ?? String(reason))
  const said = { ...detail, ...(why && { reason: filled(why, detail) }) }
  return filled(sentences[code as keyof typeof sentences][locale], said)
}
