// Verifies the check digit of a number: by the maintained library if it knows the scheme, otherwise by the sums in this
// file.
import type { Validator } from 'stdnum'
import type { Identifier, IdentifierState } from '#contract/identifier.api.ts'
import { foldIdentifier } from '#contract/identifier-key.ts'
import { schemeOf } from '#contract/identifier-scheme.ts'

type ValueCheck = (value: string) => boolean
type Library = Record<string, Record<string, Validator>>

let library: Library | undefined
/** Loading all countries takes a tenth of a second: it happens when the first number is verified. */
async function loadLibrary(): Promise<Library> {
  library ??= (await import('stdnum')).stdnum
  return library
}

/** ISO 7064 mod 97-10: letters count from 10, and the remainder of the whole must be 1. */
const mod97: ValueCheck = value => BigInt([...value].map(char => Number.parseInt(char, 36)).join('')) % 97n === 1n

/** Luhn over digits, from the right: every second one is doubled. */
function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const schemes: Readonly<Record<string, ValueCheck>> = {
  lei: mod97,
  isin: value => luhn([...value].map(char => Number.parseInt(char, 36)).join('')),
  // The last digit is the remainder by 11, or by 13 for a sole trader.
  ogrn: value => ((BigInt(value.slice(0, -1)) % BigInt(value.length - 2)) % 10n).toString() === value.at(-1),
  imo: value => {
    const sum = [...value.slice(0, 6)].reduce((sum, digit, place) => sum + Number(digit) * (7 - place), 0)
    return sum % 10 === Number(value[6])
  },
}

/** Validators of the library for numbers that countries assign, by scheme and country. */
/** The same for schemes that only one country uses. */
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
): ValueCheck | undefined {
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

/** Determines the state of a number. Wrong numbers are stored anyway, because registers contain them. */
export async function identifierState(
  identifier: Pick<Identifier, 'scheme' | 'value' | 'country'>,
): Promise<IdentifierState> {
  const { form } = schemeOf(identifier.scheme) ?? {}
  if (form && !form.test(identifier.value)) return 'wrong_form'
  const check = checkOf(await loadLibrary(), identifier)
  if (!check) return form ? 'fits' : 'unchecked'
  return check(form ? identifier.value : foldIdentifier(identifier.value).toUpperCase()) ? 'fits' : 'wrong_check'
}
