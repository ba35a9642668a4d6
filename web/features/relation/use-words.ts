import { useMemo } from 'react'
import type { OgRelationType } from '#contract/og_relation.api.ts'
import { type GraphEdge, type GraphNode, relationInverse } from '#contract/relation.api.ts'
import { shareText } from '#contract/share.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { spanOf } from './drawing/bundle.ts'
import { edgesByNode, type Graph, isStated, keyOf, otherEnd } from './graph.ts'
import { relationMessages } from './messages.ts'
import { typeNames, verbMessages } from './type-names.ts'

/** Texts for nodes, links and paths. */
export function useWords({ nodes, edges }: Graph) {
  const t = useT(relationMessages)
  const typeName = useT(typeNames)
  const verb = useT(verbMessages)
  return useMemo(() => {
    const byKey = new Map(nodes.map(node => [keyOf(node), node]))
    const links = edgesByNode(edges)
    const memberOf = t('memberOf')
    const lineNames = new Map<string, string>()
    const nameOf = (key: string) => {
      const node = byKey.get(key)
      return node ? displayName(node) : ''
    }
    const kindOf = (node: GraphNode): string => {
      switch (node.kind) {
        case 'og':
          return t('og')
        case 'person':
          return node.is_focus ? t('focusPerson') : t('person')
      }
    }

    /** A Chinese verb may enclose its object, whose place it marks by `…`: `after` is the part behind the object. */
    const doneBy = ({ share }: GraphEdge, type: OgRelationType) => {
      const [what = '', after = ''] = verb(type).split('…')
      return { what, after, share: share ? t('inShare', { share: shareText(share) }) : '' }
    }

    /** `4 persons, 1 event in common` */
    const commonOf = ({ persons, events }: { persons: number; events: number }) => {
      const parts = [persons > 0 && t('commonPersons', { persons }), events > 0 && t('commonEvents', { events })]
      return t('inCommon', { what: parts.filter(Boolean).join(t('comma')) })
    }

    /** One link as a sentence: `to` is this to `from`. */
    function sentenceOf(edge: GraphEdge): string {
      if (edge.common)
        return t('stepDerived', { one: nameOf(edge.from), other: nameOf(edge.to), what: commonOf(edge.common) })
      if (edge.og_type)
        return t('stepDone', { one: nameOf(edge.from), other: nameOf(edge.to), ...doneBy(edge, edge.og_type) })
      if (edge.type) return t('step', { other: nameOf(edge.to), one: nameOf(edge.from), what: typeName(edge.type) })
      const ends = { person: nameOf(edge.from), og: nameOf(edge.to) }
      return edge.label ? t('stepMemberRole', { ...ends, role: edge.label }) : t('stepMember', ends)
    }

    /** One step of a path from `one` to `other`; the first starts the sentence, the others continue it. */
    function stepOf(edge: GraphEdge, one: string, other: string, isFirst: boolean): string {
      const ends = { one: nameOf(one), other: nameOf(other) }
      if (edge.type) {
        const name = typeName(edge.to === one ? edge.type : relationInverse[edge.type])
        const what = t(/^[aeiou]/.test(name) ? 'anKind' : 'aKind', { what: name })
        return t(isFirst ? 'wayRelation' : 'wayRelationNext', { ...ends, what })
      }
      if (edge.og_type) {
        const done = { ...ends, ...doneBy(edge, edge.og_type) }
        if (edge.from === one) return t(isFirst ? 'wayDone' : 'wayDoneNext', done)
        return t(isFirst ? 'wayDoneTo' : 'wayDoneToNext', done)
      }
      const role = edge.label ?? ''
      if (edge.from === one)
        return role
          ? t(isFirst ? 'wayIn' : 'wayInNext', { ...ends, role })
          : t(isFirst ? 'wayInMember' : 'wayInMemberNext', ends)
      return role
        ? t(isFirst ? 'wayOut' : 'wayOutNext', { ...ends, role })
        : t(isFirst ? 'wayOutMember' : 'wayOutMemberNext', ends)
    }

    /** A link between two consecutive nodes of a path; one with a role is preferred. */
    function linkBetween(one: string, other: string): GraphEdge | undefined {
      const all = links.get(one)?.filter(edge => isStated(edge) && otherEnd(edge, one) === other) ?? []
      return all.find(edge => edge.type || edge.og_type || edge.label) ?? all[0]
    }

    return {
      byKey,
      links,
      nameOf,
      kindOf,
      sentenceOf,
      /** The text on a link's line, read along its arrow. */
      edgeName: ({ type, label, og_type, share, common }: GraphEdge) => {
        if (common) return commonOf(common)
        if (og_type) {
          const what = verb(og_type)
          // A line has no place for the object that such a verb encloses.
          const name = what.includes('…') ? typeName(`og_${og_type}`) : what
          return [name, share ? shareText(share) : ''].filter(Boolean).join(' ')
        }
        if (!type) return label || memberOf
        const known = lineNames.get(type)
        if (known !== undefined) return known
        const name = relationInverse[type] === type ? typeName(type) : t('linkOf', { what: typeName(type) })
        lineNames.set(type, name)
        return name
      },
      describe: (key: string) => {
        const node = byKey.get(key)
        if (!node) return ''
        return t('node', {
          kind: kindOf(node),
          name: displayName(node),
          shown: links.get(key)?.filter(isStated).length ?? 0,
          all: node.degree,
        })
      },
      /** A path as the sentences of its steps. */
      stepsOf: (path: readonly string[]) =>
        path.slice(1).map((key, n) => {
          const edge = linkBetween(path[n] ?? '', key)
          return edge ? { text: sentenceOf(edge), span: spanOf(edge) } : { text: '', span: '' }
        }),
      /** A path as one sentence. */
      wayOf: (path: readonly string[]) => {
        const steps = path.slice(1).map((key, n) => {
          const edge = linkBetween(path[n] ?? '', key)
          return edge ? stepOf(edge, path[n] ?? '', key, n === 0) : ''
        })
        return t('wayEnd', { way: steps.join('') })
      },
    }
  }, [nodes, edges, t, typeName, verb])
}

export type GraphWords = ReturnType<typeof useWords>
