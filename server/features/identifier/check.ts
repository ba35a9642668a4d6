// Whether a number has its scheme's check digit: by the well-kept library where it knows the scheme, by its sums elsewhere.
import type { Validator } from 'stdnum'
import type { Identifier, IdentifierState } from '#contract/identifier.ts'
import { foldIdentifier } from '#contract/identifier-key.ts'
import { schemeOf } from '#contract/identifier-scheme.ts'

type Check = (value: string) => boolean
type Library = Record<string, Record<string, Validator>>

let library: Library | undefined
/** All countries at once take a tenth of a second to load: not before a number is to be checked. */
async function loadLibrary(): Promise<Library> {
  library ??= (await import('stdnum')).stdnum
  return library
}

/** ISO 7064 mod 97-10, letters counting from 10: the whole leaves 1. */
const mod97: Check = value => BigInt([...value].map(char => Number.parseInt(char, 36)).join('')) % 97n === 1n

/** Luhn over digits, from the right: each second one doubled. */
function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const schemes: Readonly<Record<string, Check>> = {
  lei: mod97,
  isin: value => luhn([...value].map(char => Number.parseInt(char, 36)).join('')),
  // The remainder by 11, of a sole trader by 13, its last digit.
  ogrn: value => ((BigInt(value.slice(0, -1)) % BigInt(value.length - 2)) % 10n).toString() === value.at(-1),
  imo: value => {
    const sum = [...value.slice(0, 6)].reduce((sum, digit, place) => sum + Number(digit) * (7 - place), 0)
    return sum % 10 === Number(value[6])
  },
}

/** Validators of the library for numbers that a country gives, by scheme and country. */
/** The same for schemes that are one country’s own. */
const ofOneCountry: Readonly<Record<string, readonly [country: string, name: string]>> = {
  uscc: ['CN', 'uscc'],
  inn: ['RU', 'inn'],
}

const national: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  national_id: { CN: 'ric', RU: 'inn' },
  tax_number: { RU: 'inn', CN: 'uscc', US: 'ein', GB: 'utr' },
}

function checkOf(
  library: Library,
  { scheme, value, country }: Pick<Identifier, 'scheme' | 'value' | 'country'>,
): Check | undefined {
  if (scheme === 'vat') {
    const of = value.startsWith('EL') ? 'GR' : value.slice(0, 2)
    const vat = library[of]?.vat
    return vat && (number => vat.validate(number.slice(2)).isValid || vat.validate(number).isValid)
  }
  const name = country === null ? undefined : national[scheme]?.[country]
  const [of, named] = name === undefined || country === null ? (ofOneCountry[scheme] ?? []) : [country, name]
  const validator = of === undefined || named === undefined ? undefined : library[of]?.[named]
  return validator ? number => validator.validate(number).isValid : schemes[scheme]
}

/** A wrong number is kept: registers contain them. This only says so. */
export async function stateOf(identifier: Pick<Identifier, 'scheme' | 'value' | 'country'>): Promise<IdentifierState> {
  const { form } = schemeOf(identifier.scheme) ?? {}
  if (form && !form.test(identifier.value)) return 'wrong_form'
  const check = checkOf(await loadLibrary(), identifier)
  if (!check) return form ? 'fits' : 'unchecked'
  return check(form ? identifier.value : foldIdentifier(identifier.value).toUpperCase()) ? 'fits' : 'wrong_check'
}
