import { Button } from 'antd'
import type { GraphEdge } from '#contract/relation.api.ts'
import { editors } from '#contract/role.ts'
import { LinkMark, useLinkSupports } from '#web/features/claim/claim.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { spanOf } from './drawing/bundle.ts'
import { edgeKeyOf } from './graph.ts'
import type { RankedNode } from './measure.ts'
import { relationMessages } from './messages.ts'
import { NodeMark } from './node-mark.tsx'
import { PathSection } from './path-section.tsx'
import css from './relation.module.css'
import { NodeLink } from './table-view.tsx'
import type { PathChoice } from './use-path.ts'
import type { GraphWords } from './use-words.ts'

type Props = {
  words: GraphWords
  ranks: readonly RankedNode[]
  selected: string | null
  select: (key: string) => void
  canExpand: (key: string) => boolean
  toggle: (key: string) => void
  path: PathChoice
  root: string
}

const maxListedRanks = 8
const maxListedLinks = 12

export function SidePanel(props: Props) {
  const t = useT(relationMessages)
  const { selected, words, ranks, path, select } = props
  const node = selected === null ? undefined : words.byKey.get(selected)
  return (
    <aside className={css.side}>
      {node ? <Selected {...props} selected={selected ?? ''} /> : <p className="small faint">{t('selectedHint')}</p>}
      <PathSection words={words} path={path} />
      {node && <How words={words} selected={selected ?? ''} />}
      <section aria-label={t('ranking')}>
        <h3>{t('ranking')}</h3>
        <p className="small faint">{ranks[0]?.between == null ? t('rankLinks') : t('rankText')}</p>
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
    </aside>
  )
}

function Selected({ words, selected, canExpand, toggle, path, root }: Props & { selected: string }) {
  const t = useT(relationMessages)
  const node = words.byKey.get(selected)
  if (!node) return null
  const isOpenable = canExpand(selected)
  const links = words.links.get(selected) ?? []
  return (
    <section aria-label={displayName(node)} className={css.selected}>
      <div className={css.named}>
        <NodeMark node={node} />
        <strong>
          <NodeLink node={node} />
        </strong>
      </div>
      {node.kind === 'person' && node.position && <p>{node.position}</p>}
      <p className="small faint">{t('linksOf', { shown: links.length, all: node.degree })}</p>
      <div className={css.acts}>
        {(isOpenable || selected !== root) && (
          <Button size="small" onClick={() => toggle(selected)}>
            {isOpenable ? t('expand') : t('collapse')}
          </Button>
        )}
        <Button size="small" disabled={path.from === selected} onClick={() => path.choose(selected)}>
          {path.from && !path.to ? t('toHere') : t('fromHere')}
        </Button>
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
function EdgeMark({ edge, says }: { edge: GraphEdge; says: string }) {
  const role = useRole()
  const { kind: noun, id, label, share, start_time, end_time } = edge
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
            {spanOf(edge) && <time>{spanOf(edge)}</time>} <EdgeMark edge={edge} says={words.sentenceOf(edge)} />
          </li>
        ))}
        {links.length > maxListedLinks && (
          <li className="small faint">{t('moreLinks', { links: links.length - maxListedLinks })}</li>
        )}
      </ul>
    </section>
  )
}
