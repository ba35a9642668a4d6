import { cutText } from '#contract/text.ts'

const months: Record<string, number> = {}
for (const [at, names] of [
  'jan januar january janv janvier ene enero gennaio gen',
  'feb februar february fevr fevrier febrero febbraio',
  'mar march marz maerz mars marzo',
  'apr april avr avril abril aprile',
  'may mai mayo maggio',
  'jun june juni juin junio giugno',
  'jul july juli juil juillet julio luglio',
  'aug august aout agosto',
  'sep sept september septembre septiembre settembre',
  'oct okt october oktober octobre octubre ottobre',
  'nov november novembre noviembre',
  'dec dez december dezember decembre diciembre dicembre',
].entries())
  for (const name of names.split(' ')) months[name] = at

const zones: Record<string, number> = {
  ut: 0, utc: 0, gmt: 0, z: 0, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420,
  bst: 60, cet: 60, cest: 120, mez: 60, mesz: 120, eet: 120, eest: 180, msk: 180, jst: 540, kst: 540, hkt: 480, sgt: 480,
} // biome-ignore format: a table
const day = 86_400_000

/**
 * A date as feeds write it, in milliseconds: RFC 822 with a wrong or foreign weekday, a short year or a zone's name; ISO
 * with a blank, slashes or no zone; Chinese; seconds. Null if it is none. A date without a zone is taken as UTC.
 */
export function readFeedDate(written: string): { at: number; hasTime: boolean } | null {
  const text = cutText(written.trim(), 100)
  if (/^\d{9,10}$/.test(text)) return dated(Number(text) * 1_000, true)
  if (/^\d{12,13}$/.test(text)) return dated(Number(text), true)
  const found = numeric(text) ?? named(text)
  if (!found) return null
  const [year, month, date] = found
  if (month > 11 || date < 1 || date > 31) return null
  const clock = /(?:^|[^\d])(\d{1,2})[:：时時点點](\d{1,2})(?:[:：分](\d{1,2}))?(?:\.\d+)?秒?\s*([ap]\.?m\b)?/i.exec(
    text,
  )
  if (!clock) return dated(Date.UTC(year, month, date), false)
  const half = clock[4]?.toLowerCase()[0]
  const isLate = half === 'p' || /下午|晚上/.test(text)
  const hours = (Number(clock[1]) % (half || isLate ? 12 : 100)) + (isLate ? 12 : 0)
  const [minutes, seconds] = [Number(clock[2]), Number(clock[3] ?? 0)]
  if (hours > 24 || minutes > 59 || seconds > 60) return dated(Date.UTC(year, month, date), false)
  const offset = offsetOf(text.slice(clock.index + clock[0].length))
  return dated(Date.UTC(year, month, date, hours, minutes, seconds) - offset * 60_000, true)
}

function dated(at: number, hasTime: boolean) {
  return Number.isFinite(at) && at > -50 * 365 * day && at < 200 * 365 * day ? { at, hasTime } : null
}

function numeric(text: string): [number, number, number] | null {
  const iso = /(?:^|[^\d])((?:19|20)\d{2})\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:[-/.]|月)\s*(\d{1,2})/.exec(text)
  if (iso) return [Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])]
  const basic = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:T|$)/.exec(text)
  if (basic) return [Number(basic[1]), Number(basic[2]) - 1, Number(basic[3])]
  const local = /^(\d{1,2})([./])(\d{1,2})\2((?:19|20)\d{2})/.exec(text)
  if (!local) return null
  const [one, two] = [Number(local[1]), Number(local[3])]
  // With slashes, the month is usually first.
  const isDayFirst = local[2] === '.' || one > 12
  return isDayFirst ? [Number(local[4]), two - 1, one] : [Number(local[4]), one - 1, two]
}

function named(text: string): [number, number, number] | null {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const first = /(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:de\s+)?([a-z]{3,10})\.?,?[\s-]+(?:de\s+)?(\d{2,4})(?!\d|:)/.exec(
    plain,
  )
  const read = first && ofName(first[2], first[1], first[3])
  if (read) return read
  const second = /([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:[\d:]+\s+(?:[a-z]{1,4}\s+)?)?(\d{4})/.exec(plain)
  return second ? ofName(second[1], second[2], second[3]) : null
}

function ofName(name = '', date = '', year = ''): [number, number, number] | null {
  const month = months[name]
  if (month === undefined) return null
  const full = year.length > 2 ? Number(year) : Number(year) + (Number(year) < 70 ? 2_000 : 1_900)
  return [full, month, Number(date)]
}

function offsetOf(rest: string): number {
  const number = /^\s*(?:gmt|utc)?\s*([+-])(\d{1,2}):?(\d{2})?\b/i.exec(rest)
  if (number) {
    const minutes = Number(number[2]) * 60 + Number(number[3] ?? 0)
    return minutes > 900 ? 0 : number[1] === '-' ? -minutes : minutes
  }
  return zones[/^\s*([a-z]{1,4})\b/i.exec(rest)?.[1]?.toLowerCase() ?? ''] ?? 0
}

/** The form in which a feed's page shows a date: equal for all ways of writing it. */
export function showFeedDate(written: string): { text: string; at: number | null } {
  const read = readFeedDate(written)
  if (!read) return { text: cutText(written.trim(), 60), at: null }
  const iso = new Date(read.at).toISOString()
  return { text: read.hasTime ? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` : iso.slice(0, 10), at: read.at }
}
