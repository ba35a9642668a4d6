import { type LinkEntity, linkEntities } from '#contract/registry.ts'
import { Mention } from '../body/body-parts.tsx'
import type { FactAttrs } from '../body/body-types.ts'

const isLink = (noun: FactAttrs['noun']): noun is LinkEntity => linkEntities.some(each => each === noun)

/** The subject of a fact: a record, as a link, or a link between two records, which has no page. */
export function FactOf({ attrs: { key, noun, id, label } }: { attrs: FactAttrs }) {
  if (!isLink(noun)) return <Mention attrs={{ key, noun, id, label }} />
  return id === null ? <Mention attrs={{ key, noun: 'og', id, label }} /> : <span>{label}</span>
}
