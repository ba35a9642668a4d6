/** A share in percent as text: `30%`, `25–50%`, `≤ 50%` if no minimum is known, `≥ 25%` if no maximum is. */
export function shareText({ min, max }: { min: number; max: number }): string {
  const text = (value: number) => String(Math.round(value * 1e4) / 1e4)
  if (min === max) return `${text(min)}%`
  if (min === 0) return `≤ ${text(max)}%`
  if (max === 100) return `≥ ${text(min)}%`
  return `${text(min)}–${text(max)}%`
}

const number = String.raw`(\d{1,3}(?:\.\d{1,4})?)\s*%?`
const range = new RegExp(`^${number}(?:\\s*(?:-|–|—|~|至|到)\\s*${number})?$`)
const sharePattern = new RegExp(`^([<>≤≥])=?\\s*${number}$`)

/** Parses `30`, `25–50%`, `≥ 25` into minimum and maximum; null for empty text, undefined if it is not a share. */
export function readShare(text: string): { min: number; max: number } | null | undefined {
  const plain = text.trim().normalize('NFKC')
  if (plain === '') return null
  const [, first, second] = range.exec(plain) ?? []
  const [, sign, only] = sharePattern.exec(plain) ?? []
  const share = first
    ? { min: Number(first), max: Number(second ?? first) }
    : only && { min: /[<≤]/.test(sign ?? '') ? 0 : Number(only), max: /[<≤]/.test(sign ?? '') ? Number(only) : 100 }
  return share && share.min <= share.max && share.max <= 100 ? share : undefined
}
