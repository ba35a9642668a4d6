// Contents that sites share: documents, people, values and rules, each with the changes that happen to it.
import { type Change, daysAfter, drawer, type Moment, type Random, times } from './family.ts'

export type Doc = {
  path: string
  title: string
  day: Date
  texts: string[]
  /** A sentence with `#`, and its number. */
  fact: string
  number: string
  rule: Rule
  until: Date
}
export type Rule = { start: string; at: number; end: string }

export type DocStyle = {
  count: number
  first: Date
  /** Days between two documents. */
  every: number
  title: (random: Random) => string
  text: (random: Random) => string
  facts: string[]
  number: (random: Random) => string
  path: (nth: number, title: string) => string
  /** Sentences of a rule: its start, a wording, its end. */
  wordings: string[]
  starts: string[]
  ends: string[]
  /** Pages that list the documents by their titles. */
  lists: string[]
  day: (date: Date) => string
  paragraphs?: number
  /** Texts without spaces: the first characters of a paragraph show it. */
  isDense?: boolean
}

/** Documents, newest first, and the changes that happen to them. */
export function makeDocs(random: Random, style: DocStyle) {
  let made = 0
  const make = (from: Random, day: Date): Doc => {
    made += 1
    const title = style.title(from)
    return {
      ...{ path: style.path(made, title), title, day },
      texts: times(style.paragraphs ?? 3, () => style.text(from)),
      ...{ fact: from.pick(style.facts), number: style.number(from), until: daysAfter(day, 30 + from.int(60)) },
      rule: { start: from.pick(style.starts), at: from.int(style.wordings.length), end: from.pick(style.ends) },
    }
  }
  const all: Doc[] = times(style.count, at => make(random, daysAfter(style.first, at * style.every))).reverse()
  const draw = drawer<Doc>()
  const withDoc =
    (change: (doc: Doc, moment: Moment) => ReturnType<Change>): Change =>
    moment => {
      const doc = draw(moment, all)
      return doc && change(doc, moment)
    }
  const urlsOf = (doc: Doc) => [doc.path]
  const changes = {
    added: (moment => {
      const doc = draw.mark(moment, make(moment.random, moment.date))
      all.unshift(doc)
      const shows = [doc.title, 'added: ']
      return { kind: 'page_added', urls: urlsOf(doc), shows, may: ['*'], most: 3, mayShow: [doc.title] }
    }) as Change,
    removed: withDoc(doc => {
      if (all.length < 6) return null
      all.splice(all.indexOf(doc), 1)
      const shows = ['removed: ', 'state: ', '404', doc.title]
      return { kind: 'page_gone', urls: [...urlsOf(doc), ...style.lists], shows, may: ['*'], mayShow: [doc.title] }
    }),
    corrected: withDoc((doc, { random }) => {
      const before = doc.number
      for (let tries = 0; doc.number === before && tries < 20; tries += 1) doc.number = style.number(random)
      return { kind: 'value', urls: urlsOf(doc), shows: [doc.number] }
    }),
    reworded: withDoc((doc, { random }) => {
      doc.rule.at = (doc.rule.at + 1 + random.int(style.wordings.length - 1)) % style.wordings.length
      return { kind: 'reworded', urls: urlsOf(doc), shows: [style.wordings[doc.rule.at] as string] }
    }),
    extended: withDoc((doc, { random }) => {
      const text = style.text(random)
      doc.texts.splice(1 + random.int(doc.texts.length), 0, text)
      return { kind: 'paragraph_added', urls: urlsOf(doc), shows: openings(text, style.isDense) }
    }),
    shortened: withDoc((doc, { random }) => {
      if (doc.texts.length < 3) return null
      const [text = ''] = doc.texts.splice(1 + random.int(doc.texts.length - 1), 1)
      return { kind: 'paragraph_removed', urls: urlsOf(doc), shows: openings(text, style.isDense) }
    }),
    retitled: withDoc((doc, { random }) => {
      doc.title = style.title(random)
      return { kind: 'title', urls: [...urlsOf(doc), ...style.lists], shows: [doc.title], may: ['*'] }
    }),
    postponed: withDoc((doc, { random }) => {
      doc.until = daysAfter(doc.until, 3 + random.int(25))
      return { kind: 'deadline', urls: urlsOf(doc), shows: [style.day(doc.until)] }
    }),
  } satisfies Record<string, Change>
  return { all, changes, draw }
}

export const factOf = ({ fact, number }: Doc): string => fact.replace('#', number)
export const ruleOf = ({ rule }: Doc, wordings: readonly string[], space = ' '): string =>
  [rule.start, wordings[rule.at], rule.end].join(space)

/** The first words of each sentence of a paragraph: a first line may begin at any of them. */
export function openings(text: string, isDense = false): string[] {
  if (isDense)
    return text
      .split('。')
      .filter(each => each.length > 0)
      .map(each => Array.from(each).slice(0, 7).join(''))
  return text.split(/(?<=\.) /).map(each => each.split(' ').slice(0, 5).join(' '))
}

export type Person = { name: string; post: string; path: string; texts: string[] }
export type PeopleStyle = {
  count: number
  name: (random: Random) => string
  posts: string[]
  text?: (random: Random) => string
  path?: (nth: number, name: string) => string
  /** The page that lists them; further pages may be named. */
  lists: string[]
}

/** People of a list; with `path`, each has a page. */
export function makePeople(random: Random, style: PeopleStyle) {
  let made = 0
  const names = new Set<string>()
  const make = (from: Random, post: string): Person => {
    made += 1
    let name = style.name(from)
    while (names.has(name)) name = style.name(from)
    names.add(name)
    const texts = style.text ? times(2, () => style.text?.(from) ?? '') : []
    return { name, post, path: style.path?.(made, name) ?? '', texts }
  }
  const all = times(style.count, at => make(random, style.posts[Math.min(at, style.posts.length - 1)] as string))
  const draw = drawer<Person>()
  const urlsOf = (person: Person) => (person.path ? [...style.lists, person.path] : style.lists)
  const changes = {
    joined: (moment => {
      const person = draw.mark(moment, make(moment.random, moment.random.pick(style.posts.slice(1))))
      all.splice(2 + moment.random.int(all.length - 2), 0, person)
      return { kind: 'person_added', urls: urlsOf(person), shows: [person.name] }
    }) as Change,
    left: (moment => {
      const person = all.length > 6 ? draw(moment, all.slice(1)) : null
      if (!person) return null
      all.splice(all.indexOf(person), 1)
      return { kind: 'person_removed', urls: urlsOf(person), shows: [person.name] }
    }) as Change,
    promoted: (moment => {
      const person = draw(moment, all)
      if (!person) return null
      person.post = moment.random.pick(style.posts.filter(post => post !== person.post))
      return { kind: 'title', urls: urlsOf(person), shows: [person.post] }
    }) as Change,
  } satisfies Record<string, Change>
  return { all, changes }
}

export type Row = { name: string; value: string }

/** A change of the value of one row; a row is changed once until all were. */
export function changeRows(
  rows: readonly Row[],
  next: (random: Random, row: Row) => string,
  applied: { kind: 'value' | 'contact' | 'status' | 'deadline'; urls: string[] },
): Change {
  const draw = drawer<Row>()
  return moment => {
    const row = draw(moment, rows)
    if (!row) return null
    const before = row.value
    for (let tries = 0; row.value === before && tries < 20; tries += 1) row.value = next(moment.random, row)
    return { ...applied, shows: [row.value] }
  }
}

/** An integer a little above or below, sometimes by one digit only. */
export function nearby(random: Random, value: string): string {
  const number = Number(value.replace(/[^\d]/g, ''))
  const step = random.once(3) ? 1 + random.int(3) : Math.max(2, Math.round(number * (0.02 + random.int(12) / 100)))
  return String(random.once(2) || number <= step ? number + step : number - step)
}
