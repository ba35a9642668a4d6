import { isList, isStated } from '#contract/card.ts'
import type { Said } from '#contract/claim.ts'
import type { CardNoun } from '#contract/noun.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { keepClaims } from './keep.ts'
import { need } from './subject.ts'
import { cardOf, itemsOf, keyOf } from './value.ts'

type Input = { said?: Said | undefined } & Record<string, unknown>

/**
 * Saves a record, and says in the same movement who says so: each value given is the source's claim, of a list what is new in
 * it. `id` of a record that is changed; absent where one is made.
 */
export function saveStated<I extends Input, R extends { id: number }>(
  ctx: Ctx,
  { noun, id }: { noun: CardNoun; id?: number },
  { said, ...values }: I,
  save: (ctx: Ctx, values: Omit<I, 'said'>) => Promise<R>,
): Promise<R> {
  if (!said) return save(ctx, values)
  return inTransaction(ctx, async ctx => {
    const before = id === undefined ? {} : await need(ctx, noun, id, 'update', true)
    const saved = await save(ctx, values)
    await keepClaims(ctx, { noun, said }, newlyStated(noun, saved.id, before, values))
    return saved
  })
}

function newlyStated(noun: CardNoun, record_id: number, before: Record<string, unknown>, values: object) {
  const card = cardOf(noun)
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(card, name) ? card[name] : undefined
    // A form that makes a record sends every field: what stands there where nobody said anything is said by nobody.
    if (!field || !isStated(field) || JSON.stringify(value) === JSON.stringify(field.empty)) return []
    const had = new Set(isList(field) ? itemsOf(field, before[name]).map(keyOf) : [])
    return itemsOf(field, value)
      .map(item => ({ record_id, field: name, value: item, value_key: keyOf(item) }))
      .filter(({ value_key }) => !had.has(value_key))
  })
}
