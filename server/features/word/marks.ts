import type { Mark } from '#contract/page.ts'
import { editors } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Dictionary, type Found, openDictionary } from './dictionary.ts'
import { readableNames } from './dictionary-queries.ts'

/** What is found in each text, as this reader may see it: words only for editors and above, names only of readable records. */
export async function marksIn(ctx: Ctx, texts: readonly string[]): Promise<Mark[][]> {
  const dictionary = await openDictionary(ctx, 0)
  return await toMarks(
    ctx,
    dictionary,
    texts.map(text => dictionary.find(text)),
  )
}

async function toMarks(ctx: Ctx, dictionary: Dictionary, found: Found[][]): Promise<Mark[][]> {
  const idsOf = (kind: Found['kind']) => [
    ...new Set(found.flat().flatMap(each => (each.kind === kind ? [each.id] : []))),
  ]
  const [ogs, persons] = await Promise.all([
    readableNames(ctx, 'og', idsOf('og')),
    readableNames(ctx, 'person', idsOf('person')),
  ])
  const seesWords = editors.includes(ctx.actor.role)
  const nameOf = ({ kind, id }: Found) => {
    if (kind === 'word') return seesWords ? dictionary.wordOf(id) : undefined
    return (kind === 'og' ? ogs : persons).get(id)
  }
  return found.map(list =>
    list.flatMap(each => {
      const name = nameOf(each)
      return name === undefined ? [] : [{ ...each, name }]
    }),
  )
}

const mostMarks = 5_000

/** The first marks of one text. */
export async function tryWords(ctx: Ctx, text: string): Promise<{ marks: Mark[]; cut: boolean }> {
  const [marks = []] = await marksIn(ctx, [text])
  return { marks: marks.slice(0, mostMarks), cut: marks.length > mostMarks }
}
