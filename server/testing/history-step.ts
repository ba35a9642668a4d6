import * as fc from 'fast-check'

const values = {
  position: ['主任', '董事 𠮷', 'رئيس', 'Chair'],
  birth_time: ['1958', '1958-10', '1971-03-04'],
  region: ['CN', 'FR', 'EG'],
} as const
export type HistoryField = keyof typeof values
export const fields = Object.keys(values) as HistoryField[]
/** The FollowTheMoney names of the fields. */
export const ftm: Readonly<Record<HistoryField, string>> = {
  position: 'position',
  birth_time: 'birthDate',
  region: 'country',
}

const which = fc.nat({ max: 5 })
const fieldValue = fc.record({ field: fc.constantFrom(...fields), value: fc.nat({ max: 11 }) })
export const chosenValue = ({ field, value }: { field: HistoryField; value: number }) =>
  values[field][value % values[field].length]!

/** A random act on facts. */
export const step = fc.oneof(
  fc.record({ act: fc.constant('edit' as const), which, said: fieldValue }),
  fc.record({
    act: fc.constant('state' as const),
    which,
    said: fieldValue,
    source: fc.nat({ max: 1 }),
    isShown: fc.boolean(),
  }),
  fc.record({
    act: fc.constantFrom('import' as const, 'import_and_back' as const),
    source: fc.nat({ max: 1 }),
    rows: fc.uniqueArray(fc.record({ key: fc.nat({ max: 3 }), said: fc.array(fieldValue, { maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 3,
      selector: row => row.key,
    }),
  }),
  fc.record({ act: fc.constant('undo_import' as const), which }),
  fc.record({ act: fc.constantFrom('merge' as const, 'merge_and_back' as const), which, other: which }),
  fc.record({ act: fc.constant('undo_merge' as const) }),
  fc.record({ act: fc.constantFrom('withdraw' as const, 'reinstate' as const), which, claim: which }),
  fc.record({ act: fc.constant('there_and_back' as const) }),
  fc.record({ act: fc.constant('erase' as const), which }),
)
export type HistoryStep = typeof step extends fc.Arbitrary<infer T> ? T : never
