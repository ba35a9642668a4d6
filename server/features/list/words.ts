import type { Locale } from '#contract/error.ts'
import { type FaultCode as FileCode, sentence as fileSentence } from '#server/features/interchange/interchange.ts'

/** What can go wrong with a loading beside what can be wrong with its file. */
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
export type FaultCode = keyof typeof sentences | FileCode
export type Fault = { code: FaultCode; detail?: Record<string, unknown> }

export class LoadFault extends Error {
  readonly fault: Fault
  constructor(code: FaultCode, detail?: Record<string, unknown>) {
    super(code)
    this.fault = { code, ...(detail && { detail }) }
  }
}

export function sentenceOf({ code, detail = {} }: Fault, locale: Locale): string {
  return code in sentences
    ? sentences[code as keyof typeof sentences][locale].replace(/\{(\w+)\}/g, (_, key: string) =>
        String(detail[key] ?? ''),
      )
    : fileSentence(code as FileCode, locale, detail)
}
