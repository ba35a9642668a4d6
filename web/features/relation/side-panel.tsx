import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LinkEntity } from '#contract/registry.ts'
import type { GraphEdge } from '#contract/relation.api.ts'
import { editors } from '#contract/role.ts'
import { LinkMark, useLinkSupports } from '#web/features/claim/claim.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { spanOf } from './drawing/bundle.ts'
import { edgeKeyOf, type Graph, isStated } from './graph.ts'
import { rankNodes } from './measure.ts'
import { relationMessages } from './messages.ts'
import { NodeHead } from './node-head.tsx'
import { NodeMark } from './node-mark.tsx'
import css from './relation.module.css'
import type { PathChoice } from './use-path.ts'
import type { GraphWords } from './use-words.ts'

type Props = {
  words: GraphWords
  graph: Graph
  selected: string | null
  select: (key: string | null) => void
  /** True above a drawing: the ranking is folded until it is wanted. */
  isOverlay: boolean
  canExpand: (key: string) => boolean
  toggle: (key: string) => void
  path: PathChoice
  root: string
}

const maxListedRanks = 8
const maxListedLinks = 12

/** The selected node and the ranking: above the drawing, or next to the tables. */
export function SidePanel(props: Props) {
  const { selected, words, isOverlay } = props
  const [isOpen, setIsOpen] = useState(false)
  const node = selected === null ? undefined : words.byKey.get(selected)
  return (
    <section className={isOverlay ? css.overlay : css.side}>
      {isOverlay && <RankToggle isOpen={isOpen} setIsOpen={setIsOpen} />}
      {(!isOverlay || isOpen) && <Ranking {...props} />}
      {node && (
        <div className={css.card}>
          <Selected {...props} selected={selected ?? ''} />
          <How words={words} selected={selected ?? ''} />
        </div>
      )}
    </section>
  )
}

function RankToggle({ isOpen, setIsOpen }: { isOpen: boolean; setIsOpen: (isOpen: boolean) => void }) {
  const t = useT(relationMessages)
  const Icon = isOpen ? ChevronUp : ChevronDown
  return (
    <Button
      size="small"
      className="rigid"
      aria-expanded={isOpen}
      icon={<Icon size={14} aria-hidden />}
      iconPlacement="end"
      onClick={() => setIsOpen(!isOpen)}
    >
      {t('ranking')}
    </Button>
  )
}

/** The parties with most links, by the number that is printed. */
function Ranking({ words, graph, selected, select, isOverlay }: Props) {
  const t = useT(relationMessages)
  const ranks = useMemo(() => rankNodes(graph), [graph])
  return (
    <section aria-label={t('ranking')} className={isOverlay ? css.card : undefined}>
      {!isOverlay && <h3>{t('ranking')}</h3>}
      <p className="small faint">{t('rankLinks')}</p>
      <ol className={css.ranks}>
        {ranks.slice(0, maxListedRanks).map(({ key, links }) => {
          const one = words.byKey.get(key)
          return (
            one && (
              <li key={key}>
                <button type="button" aria-pressed={key === selected} onClick={() => select(key)}>
                  <NodeMark node={one} />
                  <span className={css.cutName} title={displayName(one)}>
                    {displayName(one)}
                  </span>
                  <span className={css.count}>{t('rankRow', { links })}</span>
                </button>
              </li>
            )
          )
        })}
      </ol>
    </section>
  )
}

function Selected({ words, selected, select, canExpand, toggle, path, root }: Props & { selected: string }) {
  const t = useT(relationMessages)
  const node = words.byKey.get(selected)
  if (!node) return null
  const isOpenable = canExpand(selected)
  const links = words.links.get(selected)?.filter(isStated) ?? []
  return (
    <section aria-label={displayName(node)} className={css.selected}>
      <NodeHead node={node} onClose={() => select(null)} />
      {node.kind === 'person' && node.position && <p>{node.position}</p>}
      <p className="small faint">{t('linksOf', { shown: links.length, all: node.degree })}</p>
      <div className={css.acts}>
        {(isOpenable || selected !== root) && (
          <Button size="small" onClick={() => toggle(selected)}>
            {isOpenable ? t('expand') : t('collapse')}
          </Button>
        )}
        {path.from !== selected && (
          <Button size="small" onClick={() => path.choose(selected)}>
            {path.from && !path.to ? t('toHere') : t('fromHere')}
          </Button>
        )}
        {selected !== root && (
          <PageLink to={`${node.kind}_detail`} params={{ id: node.id }}>
            {t('open')}
          </PageLink>
        )}
      </div>
    </section>
  )
}

/** The sources of a link, requested per row, because the links of one record are of several kinds. */
function EdgeMark({ edge, noun, says }: { edge: GraphEdge; noun: LinkEntity; says: string }) {
  const role = useRole()
  const { id, label, share, start_time, end_time } = edge
  const supports = useLinkSupports(noun, [id])
  const times = { start_time, end_time }
  const values = { membership: { role: label, ...times }, relation: times, og_relation: { share, ...times } }[noun]
  // The server refuses a user who can change neither end.
  const mayWrite = editors.some(each => each === role)
  return <LinkMark link={{ noun, id, name: says, values, mayWrite }} support={supports?.get(id)} />
}

/** Each link of the selection as a sentence. */
function How({ words, selected }: Pick<Props, 'words'> & { selected: string }) {
  const t = useT(relationMessages)
  const links = words.links.get(selected) ?? []
  return (
    <section aria-label={t('how')}>
      <h3>{t('how')}</h3>
      <ul className={css.how}>
        {links.slice(0, maxListedLinks).map(edge => (
          <li key={edgeKeyOf(edge)}>
            {words.sentenceOf(edge)}
            {spanOf(edge) && <time>{spanOf(edge)}</time>}{' '}
            {edge.kind !== 'derived' && <EdgeMark edge={edge} noun={edge.kind} says={words.sentenceOf(edge)} />}
          </li>
        ))}
        {links.length > maxListedLinks && (
          <li className="small faint">{t('moreLinks', { links: links.length - maxListedLinks })}</li>
        )}
      </ul>
    </section>
  )
}
