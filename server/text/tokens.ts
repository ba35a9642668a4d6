const chinese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const chineseRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
/** Words, numbers with their separators (1.7.2, 2019-01-04, 12:30), white space, single signs. */
const pieces = /\d+(?:[.,:/-]\d+)+|[\p{L}\p{M}\p{N}_]+|\s+|[^\s\p{L}\p{M}\p{N}_]/gu
/** The segmenter copies its input for every segment; short lines keep that linear. */
const maxLine = 2000

let segmenter: Intl.Segmenter | undefined

/** Splits a text into units as a reader perceives them; joined again they are the text. */
export function tokenize(text: string): string[] {
  const tokens: string[] = []
  if (!chinese.test(text)) return text.match(pieces) ?? []
  for (const piece of text.match(pieces) ?? []) {
    if (!chinese.test(piece)) tokens.push(piece)
    else splitChinese(piece, tokens)
  }
  return tokens
}

function splitChinese(piece: string, tokens: string[]): void {
  let at = 0
  for (const match of piece.matchAll(chineseRun)) {
    if (match.index > at) tokens.push(piece.slice(at, match.index))
    const run = match[0]
    if (run.length === 1) tokens.push(run)
    else {
      segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
      for (let start = 0; start < run.length; start += maxLine)
        for (const { segment } of segmenter.segment(run.slice(start, start + maxLine))) tokens.push(segment)
    }
    at = match.index + run.length
  }
  if (at < piece.length) tokens.push(piece.slice(at))
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const month = '(?:0?[1-9]|1[0-2])'
const dates = new RegExp(
  [
    String.raw`\d{1,4}\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?)?`,
    String.raw`\d{1,2}\s*月\s*\d{1,2}\s*[日号]`,
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?`,
    String.raw`\b(?:${day}[-/.]${month}|${month}[-/.]${day})[-/.]\d{2,4}\b`,
    String.raw`\b(?:${months})\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${months})\.?(?:,?\s+\d{4})?\b`,
    String.raw`\b(?:${months})\.?,?\s+\d{4}\b`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?(?:\s*(?:utc|gmt|cest|cet|[ecmp][sd]t))?`,
    String.raw`\b\d+\s+(?:second|minute|hour|day|week|month|year)s?\s+ago\b`,
    String.raw`\d+\s*(?:秒|分钟|小时|天|周|个月|年)前`,
  ].join('|'),
  'giu',
)

/** Replaces every date and time by the same mark: texts with equal masks differ in dates only. */
export function maskDates(text: string): string {
  return text.replace(dates, '\u0001')
}

/** Replaces every number by the same mark. */
export function maskNumbers(text: string): string {
  return text.replace(/\d+(?:[.,]\d+)*/g, '\u0002')
}

/** Whether a text has characters that are segmented into words. */
export function isChinese(text: string): boolean {
  return chinese.test(text)
}

/** Whether a text expresses a relative time, so that it changes without an edit. */
export function isRelative(text: string): boolean {
  return /\b(?:ago|yesterday|today|just now)\b|[秒钟时天周月年]前|昨天|今天|刚刚/iu.test(text)
}
