import { createExport, getExportFile } from '#contract/export.api.ts'
import { listPersonLabels } from '#contract/person.api.ts'
import { search } from '#contract/search.api.ts'
import { ratingOf, turnTitle } from '../game.ts'
import { things } from '../world.ts'
import { type Judge, joinSorted, judgedName } from './judge.ts'

/** Each record is found by the unique word in its name, by exactly the users who may read it. */
export async function compareSearch({ world, compare: hold, users }: Judge): Promise<void> {
  for (const user of users)
    for (const thing of world.things.values()) {
      const { items, total } = await user.client.get(search, { query: { keyword: thing.mark } as never })
      const what = `found by ${thing.mark} for ${judgedName(user)}`
      const expected = world.sees(user, thing) ? [`${thing.noun} ${thing.id}`] : []
      hold(what, joinSorted(expected), joinSorted(items.map(({ noun, id }) => `${noun} ${id}`)))
      hold(`total: ${what}`, expected.length, total)
    }
}

/**
 * Labels in use with the number of readable persons, and the number of records of each kind that the common word finds.
 */
export async function compareLabels({ world, compare: hold, users, word }: Judge): Promise<void> {
  for (const user of users) {
    const persons = world.seen(user, 'person')
    const labels = [...new Set(persons.flatMap(person => person.labels))]
    const model = labels.map(label => `${label}:${persons.filter(person => person.labels.includes(label)).length}`)
    const { items } = await user.client.get(listPersonLabels, { query: { keyword: word } })
    hold(
      `labels for ${judgedName(user)}`,
      joinSorted(model),
      joinSorted(items.map(({ label, count }) => `${label}:${count}`)),
    )
    const { total, facets } = await user.client.get(search, { query: { keyword: word } as never })
    const all = things.map(noun => ({ noun, count: world.seen(user, noun).length })).filter(({ count }) => count > 0)
    const own = facets.noun.filter(({ value, count }) => count > 0 && value !== 'source')
    const sources = facets.noun.find(({ value }) => value === 'source')?.count ?? 0
    hold(
      `kinds found for ${judgedName(user)}`,
      joinSorted(all.map(({ noun, count }) => `${noun}:${count}`)),
      joinSorted(own.map(({ value, count }) => `${value}:${count}`)),
    )
    hold(
      `found in all for ${judgedName(user)}`,
      all.reduce((sum, each) => sum + each.count, 0),
      total - sources,
    )
  }
}

const countries: Record<string, string> = { CN: "People's Republic of China", FR: 'France', EG: 'Egypt' }

/** An export contains the list as its user sees it, cell by cell. */
export async function compareExports(
  { world, compare: hold, users, word }: Judge,
  drain: () => Promise<void>,
): Promise<void> {
  for (const user of users)
    for (const noun of things) {
      const columns = [turnTitle[noun], 'region', ratingOf[noun], ...(noun === 'og' ? [] : ['labels'])]
      const body = { noun, format: 'csv', columns, query: { keyword: word }, reason: 'compared' } as const
      const { id } = await user.client.get(createExport, { body })
      await drain()
      const file = await user.client.call(getExportFile, { params: { id: String(id) } })
      const lines = String(file.body).trim().split('\r\n').slice(1)
      const what = `export of ${noun} for ${judgedName(user)}`
      const rows = world.seen(user, noun).map(({ name, region, rating, labels }) => {
        const plain = [name, region === null ? '' : countries[region], rating]
        return [...plain, ...(noun === 'og' ? [] : [labels.join('; ')])].join(',')
      })
      hold(`rows: ${what}`, rows.length, lines.length)
      const [expected, product] = [rows.toSorted(), lines.toSorted()]
      for (const [n, row] of expected.entries()) hold(`row ${n}: ${what}`, row, product[n])
    }
}
