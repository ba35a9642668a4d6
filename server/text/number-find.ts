/** A number found in a text. */
export type FoundNumber = {
  /** Half-open, in UTF-16 units, with sign, currency and unit. */
  start: number
  end: number
  kind: 'number' | 'percent' | 'date'
  /** Multiplied by its unit; a date in days, months or years since year 0, depending on `precision`. */
  value: number
  /** Number of decimals as written, without the unit. */
  decimals: number
  /** 万, million …: the unit of the number, and its factor; any other unit has factor 1. */
  unit: string
  scale: number
  /** `$`, `元` …; empty if there is none. */
  currency: string
  precision: 'day' | 'month' | 'year' | null
  /** 12.300 is twelve thousand in some countries and twelve in others. */
  isAmbiguous: boolean
}

const scales: Record<string, number> = {
  十: 10,
  百: 100,
  千: 1e3,
  万: 1e4,
  百万: 1e6,
  千万: 1e7,
  亿: 1e8,
  万亿: 1e12,
  k: 1e3,
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  mio: 1e6,
  mrd: 1e9,
  тыс: 1e3,
  млн: 1e6,
  млрд: 1e9,
}
const chineseDigits = '零一二三四五六七八九'
const numeral = '零〇一二两三四五六七八九十百千万亿'
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const small = '(?:\\d{1,2}|[一二三四五六七八九十]{1,3})'
/** 1.234,56, 1.234.567 and 12,5, as most of Europe writes numbers; 1.234 alone can be either notation. */
const withComma = '\\d{1,3}(?:[. \\u00a0\\u202f]\\d{3}){1,4},\\d{1,9}|\\d{1,3}(?:\\.\\d{3}){2,4}|\\d{1,15},\\d{1,2}'
const withPoint = '(?:\\d{1,3}(?:,\\d{3}){1,4}|\\d{1,3}(?:[\\u00a0\\u202f]\\d{3}){1,4}|\\d{1,15})(?:\\.\\d{1,9})?'
const digits = `(?:(?:${withComma})(?![.,]?\\d)|${withPoint})`
const beforeNumber = '(?<![\\p{Script=Latin}\\d_#]|\\d[.,:/-])'
const afterNumber = '(?!\\d|[.,:/-]\\d)'

/** One pass over a text: dates first, then quantities. */
const pattern = new RegExp(
  [
    `${beforeNumber}(?<y1>\\d{4}|[${chineseDigits}〇]{4})\\s?年(?:\\s?(?<m1>${small})\\s?月(?:\\s?(?<d1>${small})\\s?[日号])?)?`,
    `${beforeNumber}(?<m2>${small})\\s?月\\s?(?<d2>${small})\\s?[日号]`,
    `${beforeNumber}(?<y3>\\d{4})(?<sep>[-/.])(?<m3>\\d{1,2})\\k<sep>(?<d3>\\d{1,2})${afterNumber}`,
    `${beforeNumber}(?<m4>${month})\\.?\\s(?<d4>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s(?<y4>\\d{4}))?${afterNumber}(?!\\p{L})`,
    `${beforeNumber}(?<d5>\\d{1,2})(?:st|nd|rd|th)?\\s(?:of\\s)?(?<m5>${month})\\.?(?:,?\\s(?<y5>\\d{4}))?${afterNumber}(?!\\p{Script=Latin})`,
    `${beforeNumber}(?<m6>${month})\\.?,?\\s(?<y6>\\d{4})${afterNumber}`,
    `百分之(?<cent>[${numeral}]{1,7}|${digits})`,
    `${beforeNumber}(?<sign>(?<=^|[\\s(（:：])[-−+])?(?<pre>(?:US|HK|NT|A|C)?\\$|[¥￥€£₩₹]|(?:USD|EUR|CNY|RMB|GBP|JPY|HKD|CHF|RUB)\\s?)?` +
      `(?<digits>${digits})${afterNumber}` +
      '(?:\\s?(?<percent>[%‰]|per\\s?cent\\b|个百分点)' +
      '|(?<scale>\\s?(?:万亿|千万|百万|[百千](?![克米瓦卡帕])|万|亿|(?:thousand|million|billion|trillion|mn|bn|k)\\b|(?:mio|mrd|тыс|млн|млрд)(?!\\p{L})\\.?))?' +
      '(?<post>\\s?(?:人民币|[美欧日港]元|英镑|卢布|元|[€£₽₴₹₩]|(?:kč|zł|kr)(?!\\p{L})|(?:yuan|dollars?|euros?|USD|EUR|CNY|RMB|GBP|JPY|HKD|CHF|RUB)\\b))?' +
      '(?<unit>\\s?(?:[mck]?m²?|[mk]?g|t|ha|[kMG]Wh?|TWh|[KMGT]B|°C)(?!\\p{L}))?)(?!\\p{Script=Latin})',
    `(?<![${numeral}])(?<chinese>[${numeral}]{2,12})(?<yuan>美元|欧元|元)?`,
  ].join('|'),
  'giu',
)
const maybe = /[\d\u0660-\u0669\u06f0-\u06f9０-９零〇一二两三四五六七八九十]/u
const foreign = /[\u0660-\u0669\u06f0-\u06f9０-９％．]/g

/** The numbers, amounts and dates of a text, in order; nothing that only looks like one, such as 1.7.2 or 007. */
export function findNumbers(text: string): FoundNumber[] {
  if (!maybe.test(text)) return []
  const found: FoundNumber[] = []
  for (const match of plainDigits(text).matchAll(pattern)) {
    const groups = match.groups ?? {}
    const read = readDate(groups) ?? readNumber(groups)
    if (read) found.push({ start: match.index, end: match.index + match[0].trimEnd().length, ...read })
  }
  return found
}

/** Converts digits of other scripts to ASCII; each keeps its position. */
function plainDigits(text: string): string {
  return text.replace(foreign, sign => {
    const code = sign.charCodeAt(0)
    return code >= 0xff00 ? String.fromCharCode(code - 0xfee0) : String(code & 15)
  })
}

type Groups = Record<string, string | undefined>
type NumberValue = Omit<FoundNumber, 'start' | 'end'>
const plainNumber = { decimals: 0, unit: '', scale: 1, currency: '', precision: null, isAmbiguous: false } as const

function readDate(groups: Groups): NumberValue | null {
  const of = (letter: string) => ['1', '2', '3', '4', '5', '6'].map(at => groups[letter + at]).find(each => each)
  const [y, m, d] = [of('y'), of('m'), of('d')]
  if (y === undefined && m === undefined) return null
  const name = m === undefined ? -1 : monthNames.indexOf(m.slice(0, 3).toLowerCase())
  const nth = name >= 0 ? name + 1 : m === undefined ? 1 : (chineseValue(m) ?? Number(m))
  const day = d === undefined ? 1 : (chineseValue(d) ?? Number(d))
  if (nth < 1 || nth > 12 || day < 1 || day > 31) return null
  // Two dates without a year are assumed to be in the same year; a leap year has all days.
  const year = y === undefined ? 2000 : Number(y.replace(/\D/gu, digit => String(digitOf(digit))))
  if (d !== undefined)
    return { ...plainNumber, kind: 'date', value: Date.UTC(year, nth - 1, day) / 86_400_000, precision: 'day' }
  if (m !== undefined) return { ...plainNumber, kind: 'date', value: year * 12 + nth, precision: 'month' }
  return { ...plainNumber, kind: 'date', value: year, precision: 'year' }
}

function readNumber({ digits, chinese, cent, ...rest }: Groups): NumberValue | null {
  const numeral = digits ?? chinese ?? cent
  if (numeral === undefined) return null
  const bare = plainDecimal(numeral)
  const value = chineseValue(numeral) ?? Number(bare)
  // An identifier, not a quantity.
  if (Number.isNaN(value) || /^0\d/.test(bare) || bare.replace('.', '').length > 15) return null
  const decimals = bare.split('.')[1]?.length ?? 0
  const isAmbiguous = /^\d{1,3}\.\d{3}$/.test(numeral)
  const sign = rest.sign && rest.sign !== '+' ? -1 : 1
  if (cent !== undefined || rest.percent !== undefined) {
    const unit = rest.percent === '‰' ? '‰' : '%'
    return { ...plainNumber, kind: 'percent', value: sign * value, decimals, unit, isAmbiguous }
  }
  const scale = rest.scale?.trim().toLowerCase().replace('.', '') ?? ''
  const currency = `${rest.pre ?? ''}${rest.post ?? rest.yuan ?? ''}`.trim().toLowerCase()
  return {
    ...plainNumber,
    kind: 'number',
    value: sign * value * (scales[scale] ?? 1),
    decimals,
    unit: rest.scale?.trim() ?? rest.unit?.trim() ?? '',
    scale: scales[scale] ?? 1,
    currency,
    isAmbiguous,
  }
}

/** Without separators of thousands, with a point before the decimals. */
function plainDecimal(numeral: string): string {
  if (/,\d{1,2}$|[. \u00a0\u202f]\d{3},\d+$/.test(numeral))
    return numeral.replaceAll(/[. \u00a0\u202f]/g, '').replace(',', '.')
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(numeral)) return numeral.replaceAll('.', '')
  return numeral.replaceAll(/[,\u00a0\u202f]/g, '')
}

const digitOf = (sign: string) => (sign === '〇' ? 0 : sign === '两' ? 2 : chineseDigits.indexOf(sign))

/** 三十五, 一千二百万; null for other notations, and for words such as 万一 and 一一. */
function chineseValue(text: string): number | null {
  if (!/^[零〇一二两三四五六七八九十]/u.test(text)) return null
  if (text.length > 1 && !/[十百千万亿]/u.test(text)) return null
  let total = 0
  let section = 0
  let digit = -1
  for (const sign of text) {
    const scale = scales[sign]
    if (scale === undefined) {
      if (digit > 0) return null
      digit = digitOf(sign)
    } else if (scale < 1e4) {
      section += (digit < 0 ? 1 : digit) * scale
      digit = -1
    } else {
      total = (total + section + Math.max(digit, 0)) * scale
      section = 0
      digit = -1
    }
  }
  return total + section + Math.max(digit, 0)
}
