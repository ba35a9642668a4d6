import type { BilingualText, Fields } from '#contract/field.ts'
import type { Mention } from '#contract/mention.api.ts'
import type { Og } from '#contract/og.api.ts'
import type { Judgement, Overview } from '#contract/overview.api.ts'
import type { Person } from '#contract/person.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { relationNames } from '#contract/relation-words.ts'
import { schemas } from '#contract/schemas.ts'
import { cutText } from '#contract/text.ts'
import { clean, type InlineRun, type ReportNode } from '#server/features/report/report.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { profileWords } from './profile-words.ts'

/** The limits of each kind that fit on two pages, whatever the names. */
const descChars = 700
const nameChars = 70
const textChars = 160
const [personsAtMost, linksAtMost, eventsAtMost] = [8, 6, 6]

type Profile = { noun: PartyEntity; record: Og | Person; overview: Overview; publicUrl: string | undefined }

/** A profile's sections in the order of the record's page; an empty section is left out. */
export function blocksOfProfile(ctx: Ctx, { noun, record, overview, publicUrl }: Profile): ReportNode[] {
  const words = profileWords[ctx.locale]
  const { reasons, counts } = overview
  const hrefOf = (path: string) => (publicUrl ? `${publicUrl.replace(/\/$/, '')}${path}` : null)
  const to = (kind: string, id: number, name: string): InlineRun => link(cut(name, nameChars), hrefOf(`/${kind}/${id}`))
  const schema: Fields = schemas[noun]
  const why = (links: Overview['links'][number]) =>
    [
      ...links.types.map(type => relationNames[ctx.locale][type]),
      ...(links.persons > 0 ? [words.sharedPersons.replace('{count}', String(links.persons))] : []),
      ...(links.events > 0 ? [words.sharedEvents.replace('{count}', String(links.events))] : []),
    ].join(' · ')
  const mentioningText = (one: Mention): InlineRun => {
    switch (one.kind) {
      case 'page':
        return link(cut(one.page.title ?? one.page.url, nameChars), hrefOf(`/admin/page/${one.page.id}`))
      case 'upload':
        return link(cut(one.upload.title, nameChars), hrefOf(`/upload?id=${one.upload.id}`))
      case 'report':
        return to('report', one.report.id, one.report.title)
      case 'event':
        return to('event', one.event.id, one.event.title)
      case 'issue':
        return link(cut(one.issue.title, nameChars), hrefOf(`/issue?id=${one.issue.id}`))
      case 'note':
        return one.of ? to(one.of.noun, one.of.id, `${words.note} · ${one.of.name}`) : plainRun(words.note)
    }
  }
  const positions = 'memberships' in record ? record.memberships : []
  return [
    ...section(words.desc, record.desc ? [paragraph(plainRun(cut(record.desc, descChars)))] : []),
    ...section({ og: words.reasonsOfOg, person: words.reasonsOfPerson }[noun], [
      ...lines(
        reasons.judged.map(one => [
          plainRun(`${dayOf(one.at)}  ${judgementText(ctx, schema, one)}  `),
          quiet(one.username ?? words.bySystem),
        ]),
      ),
      ...lines(
        reasons.events.map(one => [
          plainRun(one.start_time ? `${dayOf(one.start_time)}  ` : ''),
          to('event', one.id, one.title),
        ]),
      ),
    ]),
    ...section(
      words.ogs,
      table(
        positions
          .slice(0, personsAtMost)
          .map(one => [to('og', one.og_id, one.og_name), plainRun(cut(one.role ?? '', nameChars))]),
      ),
    ),
    ...section(
      words.persons,
      table(
        overview.persons
          .slice(0, personsAtMost)
          .map(one => [
            to('person', one.person_id, one.person_name),
            plainRun(cut(one.role ?? one.person_position ?? '', nameChars)),
          ]),
      ),
      moreParagraph(words, counts.persons, overview.persons.length),
    ),
    ...section(
      words.links,
      table(overview.links.slice(0, linksAtMost).map(one => [to(one.noun, one.id, one.name), plainRun(why(one))])),
    ),
    ...section(
      words.events,
      lines(
        overview.events
          .slice(-eventsAtMost)
          .toReversed()
          .map(one => [plainRun(`${dayOf(one.start_time)}  `), to('event', one.id, one.title)]),
      ),
      moreParagraph(words, counts.events, Math.min(overview.events.length, eventsAtMost)),
    ),
    ...section(
      words.diffs,
      lines(
        overview.diffs.map(one => [
          plainRun(`${dayOf(one.created_at)}  `),
          link(cut(one.page.title ?? one.page.url, nameChars), hrefOf(`/admin/page/${one.page.id}`)),
          quiet(one.excerpt ? `  ${cut(one.excerpt, textChars)}` : ''),
        ]),
      ),
      moreParagraph(words, counts.diffs, overview.diffs.length),
    ),
    ...section(
      words.mentions,
      lines(
        overview.mentions.map(one => [
          plainRun(`${dayOf(timeOfMention(one))}  `),
          mentioningText(one),
          quiet(one.excerpt ? `  ${cut(one.excerpt.text, textChars)}` : ''),
        ]),
      ),
      moreParagraph(words, counts.mentions, overview.mentions.length),
    ),
    ...section(
      words.reports,
      lines(
        overview.reports.map(one => [
          plainRun(`${dayOf(one.updated_at)}  `),
          to('report', one.id, [one.number, one.title].filter(Boolean).join(' ')),
        ]),
      ),
      moreParagraph(words, counts.reports, overview.reports.length),
    ),
  ]
}

const dayOf = (at: string): string => at.slice(0, 10)
const cut = (text: string, most: number): string => {
  const line = clean(text).replace(/\s+/g, ' ').trim()
  const short = cutText(line, most)
  return short === line ? line : `${short}…`
}
const run = (text: string, href: string | null, marks: Extract<InlineRun, { kind: 'text' }>['marks']): InlineRun => ({
  kind: 'text',
  text,
  marks,
  href,
  isRecord: false,
})
const plainRun = (text: string) => run(clean(text), null, [])
const quiet = (text: string) => run(clean(text), null, ['withheld'])
const link = (text: string, href: string | null) => run(text, href, [])
const paragraph = (...runs: InlineRun[]): ReportNode => ({ kind: 'paragraph', runs })
const lines = (list: InlineRun[][]): ReportNode[] =>
  list.length === 0 ? [] : [{ kind: 'bullets', items: list.map(runs => [paragraph(...runs)]) }]

function section(title: string, blocks: ReportNode[], rest: ReportNode[] = []): ReportNode[] {
  return blocks.length === 0 ? [] : [{ kind: 'heading', level: 1, runs: [plainRun(title)] }, ...blocks, ...rest]
}

function table(rows: [InlineRun, InlineRun][]): ReportNode[] {
  if (rows.length === 0) return []
  const cells = rows.flatMap((row, y) =>
    row.map((one, x) => ({ x, y, colspan: 1, rowspan: 1, is_header: false, blocks: [paragraph(one)] })),
  )
  return [{ kind: 'table', columns: [1, 1], cells }]
}

function moreParagraph(words: { more: string }, total: number | undefined, shown: number): ReportNode[] {
  const rest = (total ?? 0) - shown
  return rest > 0 ? [paragraph(quiet(words.more.replace('{count}', String(rest))))] : []
}

/** `Danger level: Class 2 → Class 1`. */
function judgementText(ctx: Ctx, schema: Fields, { field, from, to }: Judgement): string {
  const words = profileWords[ctx.locale]
  const textOf = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? words.yes : words.no
    const choices: Readonly<Record<string, BilingualText>> | undefined = schema[field]?.choices
    return choices?.[String(value)]?.[ctx.locale] ?? String(value)
  }
  const before = from === null || from === undefined ? '' : `${textOf(from)} → `
  return `${schema[field]?.label[ctx.locale] ?? field}  ${before}${textOf(to)}`
}

function timeOfMention(one: Mention): string {
  if (one.kind === 'page') return one.fetched_at
  return one.kind === 'upload' ? one.created_at : one.changed_at
}
