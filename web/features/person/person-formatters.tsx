import type { HistoryEntry } from '#contract/history.ts'
import { type Person, type PersonField, personLinkWords, personSchema } from '#contract/person.api.ts'
import { type RelationType, relationInverse } from '#contract/relation.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useCustomFormatters } from '#web/record/custom-fields.tsx'
import type { FieldFormatter, FieldFormatters } from '#web/ui/formatter.ts'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useSchemaFormatters } from '#web/ui/schema/schema-formatters.tsx'
import { spanText } from '#web/ui/span.ts'
import { personPageMessages } from './page-messages.ts'
import { relationWords } from './relation-words.ts'
import { personSource } from './source.ts'

type Link = Record<string, unknown>

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isLink = (value: unknown): value is Link => typeof value === 'object' && value !== null
const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const asId = (value: unknown) => (typeof value === 'number' ? value : 0)

/** The records that values of link fields refer to. */
type LinkedIds = { ogs: readonly number[]; persons: readonly number[] }

/** Collects the ids in values of the fields `memberships` and `relations`. */
export function personLinkedIds(values: readonly { field: string; value: unknown }[]): LinkedIds {
  const idsOf = (field: string, name: string) => {
    const links = values.filter(each => each.field === field).flatMap(each => asList(each.value).filter(isLink))
    const idOf = (value: unknown) => asId(isLink(value) ? value.id : value)
    return [...new Set(links.map(link => idOf(link[name])).filter(id => id > 0))]
  }
  const ogs = [...idsOf('memberships', 'og_id'), ...idsOf('memberships', 'on_behalf_of')]
  return { ogs: [...new Set(ogs)], persons: idsOf('relations', 'person_id') }
}

/** Ids in a person's record and its history. */
export function linkedIdsOf(person: Person, entries: readonly HistoryEntry[]): LinkedIds {
  const now = (['memberships', 'relations'] as const).map(field => ({ field, value: person[field] as unknown }))
  const changes = entries.flatMap(entry => entry.changes)
  const before = changes.flatMap(({ field, from, to }) => [
    { field, value: from },
    { field, value: to },
  ])
  return personLinkedIds([...now, ...before])
}

const join = (parts: readonly (string | null)[]) => parts.filter(part => part).join(' · ')

/** Label and formatter of each field of a person. */
export function usePersonFormatters(ids: LinkedIds): Record<PersonField, FieldFormatter> & FieldFormatters {
  const locale = useLocale()
  const t = useT(personPageMessages)
  const words = useT(relationWords)
  const ogs = useChosenItems(ogSource, ids.ogs)
  const persons = useChosenItems(personSource, ids.persons)

  const lines = (value: unknown, show: (each: unknown) => string) => asList(value).map(show).join('\n')

  function membershipText(each: unknown): string {
    if (!isLink(each)) return String(each)
    const name = ogs?.get(asId(each.og_id))?.label ?? asText(each.og_name) ?? `#${asId(each.og_id)}`
    const party = asId(isLink(each.on_behalf_of) ? each.on_behalf_of.id : each.on_behalf_of)
    const span = spanText(asText(each.start_time), asText(each.end_time))
    return join([
      name,
      asText(each.role),
      party > 0 ? t('for', { name: ogs?.get(party)?.label ?? `#${party}` }) : null,
      asText(each.area),
      asText(each.term),
      span,
    ])
  }
  function relationText(each: unknown): string {
    if (!isLink(each)) return String(each)
    const name = persons?.get(asId(each.person_id))?.label ?? asText(each.person_name) ?? `#${asId(each.person_id)}`
    const type = String(each.type)
    const sentence = type in relationInverse ? words(type as RelationType, { name }) : `${type} ${name}`
    return join([sentence, asText(each.desc), spanText(asText(each.start_time), asText(each.end_time))])
  }
  function schoolText(each: unknown): string {
    if (!isLink(each)) return String(each)
    return join([asText(each.school), asText(each.degree), spanText(asText(each.from), asText(each.to))])
  }

  const custom = useCustomFormatters('person')
  const own = useSchemaFormatters(personSchema, { education: value => lines(value, schoolText) })
  return {
    ...own,
    ...custom,
    memberships: { label: personLinkWords.memberships[locale], show: value => lines(value, membershipText) },
    relations: { label: personLinkWords.relations[locale], show: value => lines(value, relationText) },
  }
}
