const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date as the wire has it (`1958`, `1958-10`, `1958-10-13`) from the common ways to write one; undefined where it is none, or two. */
export function readDate(raw: string): string | undefined {
  const text = raw.normalize('NFKC').trim()
  const year = /^(\d{4})年?$/.exec(text)
  if (year) return dateOf(year[1]!)
  const down = /^(\d{4})\s*[-/.年]\s*(\d{1,2})(?:\s*[-/.月]\s*(\d{1,2})\s*日?)?\s*月?(?:[T ]\d{1,2}:\d{2}.*)?$/.exec(
    text,
  )
  if (down) return dateOf(down[1]!, Number(down[2]), down[3] === undefined ? undefined : Number(down[3]))
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (compact) return dateOf(compact[1]!, Number(compact[2]), Number(compact[3]))
  return readNamedMonth(text) ?? readDayFirst(text)
}

/** `2013 (1888)`: what stands before the brackets, and in them. */
export function splitNote(raw: string): { head: string; note?: string } {
  const text = raw.normalize('NFKC').trim()
  const open = text.indexOf('(')
  if (open <= 0 || !text.endsWith(')')) return { head: text }
  return { head: text.slice(0, open).trim(), note: text.slice(open) }
}

/** `4 Mar 1957`, `March 4, 1957`, `Mar 1957`. */
function readNamedMonth(text: string): string | undefined {
  const day = '(\\d{1,2})(?:st|nd|rd|th)?'
  const month = '([A-Za-z]{3,9})\\.?'
  const before = new RegExp(`^${day}[\\s-]+${month},?[\\s-]+(\\d{4})$`).exec(text)
  if (before) return dateOf(before[3]!, monthOf(before[2]!), Number(before[1]))
  const after = new RegExp(`^${month}\\s+${day},?\\s+(\\d{4})$`).exec(text)
  if (after) return dateOf(after[3]!, monthOf(after[1]!), Number(after[2]))
  const alone = new RegExp(`^${month},?[\\s-]+(\\d{4})$`).exec(text)
  return alone ? dateOf(alone[2]!, monthOf(alone[1]!)) : undefined
}

/** `13/10/1958` and `10/13/1958` can be told apart; `03/04/1957` cannot, and is nobody's to guess. */
function readDayFirst(text: string): string | undefined {
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (!parts) return undefined
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  if (first !== second && first <= 12 && second <= 12) return undefined
  return first > 12 ? dateOf(parts[3]!, second, first) : dateOf(parts[3]!, first, second)
}

function monthOf(name: string): number {
  // units: compared with names of months
  const short = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const full = new Date(Date.UTC(2000, short - 1, 1)).toLocaleString('en', { month: 'long' }).toLowerCase()
  return short > 0 && (full.startsWith(name.toLowerCase()) || name.toLowerCase() === 'sept') ? short : 0
}

function dateOf(year: string, month?: number, day?: number): string | undefined {
  const two = (n: number) => String(n).padStart(2, '0')
  if (Number(year) === 0) return undefined
  if (month === undefined) return year
  if (month < 1 || month > 12) return undefined
  if (day === undefined) return `${year}-${two(month)}`
  const text = `${year}-${two(month)}-${two(day)}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}
