import { useMemo } from 'react'
import type { GraphEdge, GraphNode } from '#contract/relation.ts'
import { useT } from '#web/platform/i18n.ts'
import { edgesByNode, type Graph, keyOf, otherEnd } from './graph.ts'
import { relationMessages } from './messages.ts'
import { typeNames } from './type-names.ts'

/** How nodes, links and ways are told in words. */
export function useWords({ nodes, edges }: Graph) {
  const t = useT(relationMessages)
  const typeName = useT(typeNames)
  return useMemo(() => {
    const byKey = new Map(nodes.map(node => [keyOf(node), node]))
    const links = edgesByNode(edges)
    const nameOf = (key: string) => byKey.get(key)?.name ?? ''
    const kindOf = (node: GraphNode) => (node.kind === 'og' ? t('og') : node.is_focus ? t('focusPerson') : t('person'))

    /** One link as a sentence: `to` is this to `from`. */
    function sentenceOf(edge: GraphEdge): string {
      if (edge.type) return t('step', { other: nameOf(edge.to), one: nameOf(edge.from), what: typeName(edge.type) })
      const ends = { person: nameOf(edge.from), og: nameOf(edge.to) }
      return edge.label ? t('stepMemberRole', { ...ends, role: edge.label }) : t('stepMember', ends)
    }

    return {
      byKey,
      links,
      nameOf,
      kindOf,
      sentenceOf,
      edgeName: (edge: GraphEdge) => (edge.type ? typeName(edge.type) : edge.label || typeName('membership')),
      describe: (key: string) => {
        const node = byKey.get(key)
        if (!node) return ''
        return t('node', { kind: kindOf(node), name: node.name, shown: links.get(key)?.length ?? 0, all: node.degree })
      },
      /** A way as the sentences of its steps. */
      stepsOf: (path: readonly string[]) =>
        path.slice(1).map((key, n) => {
          const edge = links.get(key)?.find(one => otherEnd(one, key) === path[n])
          return edge ? sentenceOf(edge) : ''
        }),
    }
  }, [nodes, edges, t, typeName])
}

export type Words = ReturnType<typeof useWords>
