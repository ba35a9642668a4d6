import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reliabilities } from '#contract/source.api.ts'
import { chooseValue, outcomeOf, type WeighedClaim } from './rule.ts'

const claims = fc.array(
  fc.record({
    source_id: fc.integer({ min: 1, max: 6 }),
    value_key: fc.constantFrom('a', 'b', 'c', '𠮷田', 'شركة'),
    source_priority: fc.constantFrom(0, 50, 100),
    source_reliability: fc.constantFrom(...reliabilities),
    credibility: fc.constantFrom(null, 1, 3, 6),
    last_seen_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-11-21T07:00:00.000Z'),
    withdrawn_at: fc.constantFrom(null, null, '2026-11-22T00:00:00.000Z'),
  }),
  { maxLength: 8 },
)
const weighed = claims.map(all =>
  all.map((each, n): WeighedClaim => ({ ...each, id: n + 1, value: { of: each.value_key } })),
)
const shown = fc.constantFrom(
  { value: null, value_key: null },
  { value: { of: 'a' }, value_key: 'a' },
  { value: 'nobody stated it', value_key: 'z' },
)
const by = { by: 3, at: '2026-11-20T00:00:00.000Z' }
const aClaim = (values: Partial<WeighedClaim>): WeighedClaim => ({
  id: 1,
  source_id: 1,
  value: 'x',
  value_key: 'x',
  source_priority: 50,
  source_reliability: 'F',
  credibility: null,
  last_seen_at: '2026-01-01T00:00:00.000Z',
  withdrawn_at: null,
  ...values,
})

test('the choice does not depend on the order of claims, and a withdrawn claim never wins', () => {
  fc.assert(
    fc.property(weighed, shown, (all, now) => {
      const choice = chooseValue(all, null, now)
      expect(chooseValue(all.toReversed(), null, now)).toEqual(choice)
      const live = all.filter(claim => claim.withdrawn_at === null)
      expect(chooseValue(live, null, now)).toEqual(choice)
      if (live.length === 0) expect(choice).toEqual({ ...now, reason: 'kept' })
      else expect(live.map(claim => claim.value_key)).toContain(choice.value_key)
    }),
  )
})

test("a person's decision stays, whatever is stated, and no source overrules it", () => {
  fc.assert(
    fc.property(weighed, shown, claims, (all, now, [more]) => {
      expect(chooseValue(all, by, now)).toEqual({ ...now, reason: 'decided' })
      if (!more) return
      const brought = { ...more, id: 99, value: more.value_key, withdrawn_at: null }
      expect(outcomeOf(all, by, now, brought)).toBe(brought.value_key === now.value_key ? 'takes' : 'asks')
    }),
  )
})

test('no claim of another value has a source of higher priority than the chosen one', () => {
  fc.assert(
    fc.property(weighed, all => {
      const { value_key } = chooseValue(all, null, { value: null, value_key: null })
      const latest = all.filter(
        claim =>
          claim.withdrawn_at === null &&
          !all.some(
            other =>
              other.withdrawn_at === null &&
              other.source_id === claim.source_id &&
              (other.last_seen_at > claim.last_seen_at ||
                (other.last_seen_at === claim.last_seen_at && other.id > claim.id)),
          ),
      )
      const most = Math.max(...latest.map(claim => claim.source_priority))
      if (latest.length > 0)
        expect(latest.filter(claim => claim.source_priority === most).map(claim => claim.value_key)).toContain(
          value_key,
        )
    }),
  )
})

test('it gives the reason for the choice, in the order of priority, credibility, reliability, recency', () => {
  const other = aClaim({ id: 2, source_id: 2, value_key: 'y', value: 'y' })
  const reasonOf = (better: Partial<WeighedClaim>, worse: Partial<WeighedClaim> = {}) =>
    chooseValue([{ ...other, ...worse }, aClaim(better)], null, { value: 'y', value_key: 'y' })
  expect(reasonOf({ source_priority: 51 }, { credibility: 1 })).toEqual({
    value_key: 'x',
    value: 'x',
    reason: 'priority',
  })
  expect(reasonOf({ credibility: 2 }, { credibility: 3, source_reliability: 'A' })).toMatchObject({
    value: 'x',
    reason: 'credibility',
  })
  expect(reasonOf({ credibility: 6, source_reliability: 'B' })).toMatchObject({ value: 'x', reason: 'reliability' })
  expect(reasonOf({ last_seen_at: '2026-02-01T00:00:00.000Z' })).toMatchObject({ value: 'x', reason: 'recency' })
  expect(reasonOf({}, { withdrawn_at: '2026-02-01T00:00:00.000Z' })).toMatchObject({ value: 'x', reason: 'only' })
})

test('a source that corrects itself counts with its latest claim', () => {
  const before = aClaim({ credibility: 1 })
  const now = aClaim({ id: 2, value: 'y', value_key: 'y', last_seen_at: '2026-05-01T00:00:00.000Z' })
  const shownNow = { value: 'x', value_key: 'x' }
  expect(chooseValue([before, now], null, shownNow)).toMatchObject({ value: 'y', reason: 'only' })
  expect(outcomeOf([before], null, shownNow, { ...now, id: 9 })).toBe('takes')
  expect(outcomeOf([before], null, shownNow, { ...now, id: 9, source_id: 2, source_priority: 40 })).toBe('keeps')
  expect(outcomeOf([], null, { value: null, value_key: null }, now)).toBe('takes')
  expect(outcomeOf([], by, { value: null, value_key: null }, now)).toBe('asks')
})
