import type { ReactNode } from 'react'
import { furtherContacts, rowOf } from '#contract/contact-field.ts'
import { type Og, type OgField, ogSchema } from '#contract/og.api.ts'
import { ContactFacts, FirstMore, IdentifierFacts } from '#web/features/identifier/identifier.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useCustomFacts } from '#web/record/custom-fields.tsx'
import { useOwnFacts } from '#web/record/own-facts.ts'
import type { PageFact } from '#web/record/record-page.tsx'
import { type FieldFormatter, isBlank } from '#web/ui/formatter.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { AliasFacts } from '#web/ui/schema/alias-facts.tsx'
import { factNames } from '#web/ui/schema/labels.ts'

/** Facts of an organisation besides level and region; unknown ones are left out. */
export function useOgFacts(og: Og, formatters: Record<OgField, FieldFormatter>): PageFact[] {
  const always = useOwnFacts(og)
  const custom = useCustomFacts('og', og)
  const further = furtherContacts(ogSchema, og)
  function showFact(field: OgField): ReactNode {
    const shown = formatters[field].show(og[field])
    if (field === 'category_id')
      return (
        <PageLink to="og" search={{ category_id: og.category_id }}>
          {shown}
        </PageLink>
      )
    if (field === 'identifiers') return <IdentifierFacts noun="og" id={og.id} items={og.identifiers} />
    if (field === 'contacts') return <ContactFacts items={further} />
    if (field === 'aliases') return <AliasFacts aliases={og.aliases} notes={og.alias_notes} />
    if (field === 'host') return <OutLink address={`http://${og.host}`} text={og.host ?? ''} />
    if (typeof og[field] !== 'string') return shown
    return (
      <>
        <OutLink address={String(og[field])} />
        <FirstMore row={rowOf(ogSchema, og, field)} />
      </>
    )
  }
  const known = factNames(ogSchema).filter(field => !isBlank(field === 'contacts' ? further : og[field]))
  return [
    ...known.map(field => ({
      field,
      label: formatters[field].label,
      value: showFact(field),
      isMono: field === 'host',
    })),
    ...custom,
    ...always,
  ]
}
