import { type LinkNoun, linkNouns } from '#contract/noun.ts'
import { Mention } from '../body/body-parts.tsx'
import type { FactAttrs } from '../body/body-types.ts'

const isLink = (noun: FactAttrs['noun']): noun is LinkNoun => linkNouns.some(each => each === noun)

/** What a fact is about: a record, which can be opened, or a link between two, which has no page. */
export function FactOf({ attrs: { key, noun, id, label } }: { attrs: FactAttrs }) {
  if (!isLink(noun)) return <Mention attrs={{ key, noun, id, label }} />
  return id === null ? <Mention attrs={{ key, noun: 'og', id, label }} /> : <span>{label}</span>
}
