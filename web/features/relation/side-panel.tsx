import { Button } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import type { Ranked } from './measure.ts'
import { relationMessages } from './messages.ts'
import { NodeMark } from './node-mark.tsx'
import css from './relation.module.css'
import { NodeLink } from './table-view.tsx'
import type { PathChoice } from './use-path.ts'
import type { Words } from './use-words.ts'

type Props = {
  words: Words
  ranks: readonly Ranked[]
  selected: string | null
  select: (key: string) => void
  canExpand: (key: string) => boolean
  toggle: (key: string) => void
  path: PathChoice
  root: string
}

const ranksShown = 8

export function SidePanel(props: Props) {
  const t = useT(relationMessages)
  const { selected, words, ranks, path, select } = props
  const node = selected === null ? undefined : words.byKey.get(selected)
  return (
    <aside className={css.side}>
      {node ? <Selected {...props} selected={selected ?? ''} /> : <p className={css.quiet}>{t('selectedHint')}</p>}
      <Path words={words} path={path} />
      <section aria-label={t('ranking')}>
        <h3>{t('ranking')}</h3>
        <p className={css.quiet}>{ranks[0]?.between == null ? t('rankLinks') : t('rankText')}</p>
        <ol className={css.ranks}>
          {ranks.slice(0, ranksShown).map(({ key, links }) => {
            const one = words.byKey.get(key)
            return (
              one && (
                <li key={key}>
                  <button type="button" aria-pressed={key === selected} onClick={() => select(key)}>
                    <NodeMark node={one} />
                    <span className={css.cutName} title={one.name}>
                      {one.name}
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
  return (
    <section aria-label={node.name} className={css.selected}>
      <div className={css.named}>
        <NodeMark node={node} />
        <strong>
          <NodeLink node={node} />
        </strong>
      </div>
      {node.kind === 'person' && node.position && <p>{node.position}</p>}
      <p className={css.quiet}>{t('linksOf', { shown: words.links.get(selected)?.length ?? 0, all: node.degree })}</p>
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
          <PageLink to={node.kind === 'person' ? 'person_detail' : 'og_detail'} params={{ id: node.id }}>
            {t('open')}
          </PageLink>
        )}
      </div>
    </section>
  )
}

/** The way in words, read out when it is found. */
function Path({ words, path }: Pick<Props, 'words' | 'path'>) {
  const t = useT(relationMessages)
  const { from, to, keys } = path
  const ends = { from: words.nameOf(from ?? ''), to: words.nameOf(to ?? '') }
  return (
    <section aria-live="polite" className={css.path}>
      {from && (
        <>
          {!to && <p>{t('pathFrom', { name: ends.from })}</p>}
          {to && keys === null && <p>{t('noPath', ends)}</p>}
          {to && keys && (
            <>
              <h3>{t('pathTitle', { ...ends, steps: keys.length - 1 })}</h3>
              <ol>
                {words.stepsOf(keys).map((step, n) => (
                  <li key={keys[n]}>{step}</li>
                ))}
              </ol>
            </>
          )}
          <Button size="small" onClick={path.clear}>
            {t('clearPath')}
          </Button>
        </>
      )}
    </section>
  )
}
