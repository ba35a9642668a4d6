import * as z from 'zod/mini'
import { linkSchemas, ShareRange } from '#contract/entities/link.schema.ts'
import { reliabilityWords } from '#contract/entities/source.schema.ts'
import type { Locale } from '#contract/error.ts'
import type { FieldDefinition, Fields } from '#contract/field.ts'
import type { ContactRead } from '#contract/identifier.api.ts'
import { numberText } from '#contract/identifier-text.ts'
import type { FactCite } from '#contract/report-body.ts'
import { plainValue } from '#contract/report-text.ts'
import { schemas } from '#contract/schemas.ts'
import { shareText } from '#contract/share.ts'
import { regionName } from '#server/features/export/export.service.ts'
import type { ReportFact } from '../body.ts'
import type { ExportWords } from './export-words.ts'

/** `own`: custom fields, by their entity. */
type FactContext = { words: ExportWords; locale: Locale; own: Readonly<Record<string, Fields>> }

const dayOf = (at: string) => at.slice(0, 10)

function valueText(field: FieldDefinition | undefined, value: unknown, { words, locale }: FactContext): string {
  if (value === null || value === undefined) return words.nothing
  if (!field) return plainValue(value)
  const { kind, choices, likeness } = field
  const share = z.safeParse(ShareRange, value)
  if (share.success) return shareText(share.data)
  if (likeness === 'identifiers' || likeness === 'contacts') return numberText(value as ContactRead)
  if (kind === 'region') return regionName(String(value), locale)
  if (kind === 'boolean') return value === true ? words.yes : words.no
  if (kind === 'choice') return choices?.[String(value)]?.[locale] ?? String(value)
  return plainValue(value)
}

/** Text after the record's name: the field, the value, and its present value if that has changed. */
export function factText({ attrs: { noun, field: name, value, now } }: ReportFact, context: FactContext): string {
  const schema: Fields = { ...{ ...schemas, ...linkSchemas }[noun], ...context.own[noun] }
  const field = name !== null && Object.hasOwn(schema, name) ? schema[name] : undefined
  const { words, locale } = context
  const text = `${field?.label[locale] ?? name ?? ''}${words.colon}${valueText(field, value, context)}`
  if (!now) return text
  return `${text}${now.value === null ? words.goneSince : words.changedSince.replace('{value}', () => valueText(field, now.value, context))}`
}

/** One entry of the list of evidence: source, grades, quotation, location. */
export function citeText(
  { source, credibility, evidence, is_withdrawn: isWithdrawn }: FactCite,
  { words, locale }: Pick<FactContext, 'words' | 'locale'>,
): string {
  if (source === null && (evidence === null || evidence.type === 'withheld')) return words.withheld
  const graded = [
    source && reliabilityWords[source.reliability][locale],
    credibility !== null && words.credibility.replace('{grade}', String(credibility)),
  ].filter(Boolean)
  const who = `${source?.name ?? words.withheld}${graded.length > 0 ? words.bracket.replace('{text}', () => graded.join(words.comma)) : ''}`
  const quote = evidence && 'quote' in evidence && evidence.quote
  return [
    who,
    ...evidenceParts(evidence, words),
    quote && words.quoted.replace('{text}', () => quote),
    isWithdrawn && words.withdrawn,
  ]
    .filter(Boolean)
    .join(' · ')
}

function evidenceParts(evidence: FactCite['evidence'], words: ExportWords): string[] {
  switch (evidence?.type) {
    case 'withheld':
      return [words.withheld]
    case 'row':
      return [words.row.replace('{n}', String(evidence.n)).replace('{file}', () => evidence.file_name)]
    case 'record': {
      const part = evidence.part === undefined ? [] : [words.part.replace('{n}', String(evidence.part))]
      return [words.nouns[evidence.noun], ...(evidence.title ? [evidence.title] : []), ...part]
    }
    default:
      return []
  }
}

/** Dates between which the source is known to have stated it. */
export function seenPeriodText(
  { first_seen_at: first, last_seen_at: last }: FactCite,
  { words }: Pick<FactContext, 'words'>,
): string | null {
  if (first === null || last === null) return null
  const [from, to] = [dayOf(first), dayOf(last)]
  return from === to
    ? words.seenOnce.replace('{at}', from)
    : words.seenBetween.replace('{first}', from).replace('{last}', to)
}
