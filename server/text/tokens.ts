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

const months = [
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
  // German, French, Spanish, Italian, Portuguese, Dutch
  'januar|februar|märz|mai|juni|juli|oktober|dezember|dez|okt',
  'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|janv|févr|avr|juil|déc',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre',
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre',
  'janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro',
  'januari|februari|maart|mei|augustus',
  // Russian, in the genitive as in dates
  'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря',
].join('|')
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const month = '(?:0?[1-9]|1[0-2])'
/** Borders of words in any alphabet: `\b` knows Latin letters only. */
const start = String.raw`(?<![\p{L}\p{N}])`
const end = String.raw`(?![\p{L}\p{N}])`
const units = [
  'seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?',
  'sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?',
  'secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|días?|dias?|semanas?|meses|mes|años?|anos?',
  'secondi|minuti|minuto|ore|ora|giorni|giorno|settimane?|mesi|anni|uur|uren|dagen|dag|weken|maanden|jaar',
  'секунд\\p{L}*|минут\\p{L}*|час\\p{L}*|день|дн\\p{L}*|недел\\p{L}*|месяц\\p{L}*|год\\p{L}*|лет',
].join('|')
const dates = new RegExp(
  [
    String.raw`\d{1,4}\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?)?`,
    String.raw`\d{1,2}\s*月\s*\d{1,2}\s*[日号]`,
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?`,
    String.raw`\b(?:${day}[-/.]${month}|${month}[-/.]${day})[-/.]\d{2,4}\b`,
    String.raw`${start}(?:${months})\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th|er|[.ºª])?\s+(?:of\s+|de\s+)?(?:${months})\.?(?:,?\s+(?:de\s+)?\d{4})?${end}`,
    String.raw`${start}(?:${months})\.?,?\s+(?:de\s+)?\d{4}\b`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?(?:\s*(?:utc|gmt|cest|cet|[ecmp][sd]t))?(?:\s*uhr${end})?`,
    String.raw`${start}(?:(?:vor|il\s+y\s+a|hace|há)\s+)\d+\s+(?:${units})${end}`,
    String.raw`\b\d+\s+(?:${units})\s+(?:ago|fa|geleden|atrás|назад)${end}`,
    String.raw`\d+\s*(?:秒钟?|分钟?|分鐘|小时|小時|時間|天|日|周|週間|个月|個月|か月|年)(?:以?前)`,
    String.raw`\d+\s*(?:초|분|시간|일|주|개월|년)\s*전`,
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

/** Words of texts that change with the time of a visit. */
const relative = new RegExp(
  [
    String.raw`\b(?:ago|yesterday|today|just now|gestern|heute|gerade eben|hier|aujourd['’]hui|ayer|hoy|ieri|oggi|ontem|hoje)\b`,
    String.raw`\bvor\s+\d|\bil y a\s+\d|\bhace\s+\d|\bhá\s+\d|\d\s+\p{L}+\s+(?:fa|geleden|atrás|назад)(?!\p{L})`,
    '[秒钟鐘时時间間天日周週月年]前|昨天|今天|刚刚|剛剛|昨日|本日|어제|오늘|전(?!\\p{L})|вчера|сегодня',
  ].join('|'),
  'iu',
)

/** Whether a text expresses a relative time, so that it changes without an edit. */
export function isRelative(text: string): boolean {
  return relative.test(text)
}
