import { Button } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { EndField } from './end-field.tsx'
import { relationMessages } from './messages.ts'
import css from './relation.module.css'
import type { PathChoice } from './use-path.ts'
import type { GraphWords } from './use-words.ts'

type Props = { words: GraphWords; path: PathChoice; root: string }

/** How two parties are connected: two fields, and the path in words, announced to screen readers when it is found. */
export function PathSection({ words, path, root }: Props) {
  const t = useT(relationMessages)
  const { from, to, keys, isWide, isSearching } = path
  const ends = { from: words.nameOf(from ?? ''), to: words.nameOf(to ?? '') || '…' }
  const isChosen = to !== null || from !== root
  return (
    <section className={css.path} aria-label={t('pathFields')}>
      <div className={css.ends}>
        <span>{t('howIs')}</span>
        <EndField label={t('pathStart')} words={words} value={from} onChange={key => path.setEnds({ from: key, to })} />
        <span>{t('tiedTo')}</span>
        <EndField label={t('pathEnd')} words={words} value={to} onChange={key => path.setEnds({ from, to: key })} />
        <span>{t('tiedEnd')}</span>
        {from && to && !isWide && (
          <Button type="link" size="small" onClick={path.lookWide}>
            {t('lookWider')}
          </Button>
        )}
        {isChosen && (
          <Button type="link" size="small" onClick={path.clear}>
            {t('clearPath')}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {from && !to && isChosen && <p>{t('pathFrom', { name: ends.from })}</p>}
        {to && isSearching && <p>{t('searching')}</p>}
        {from && to && !isSearching && keys === null && <p>{t(isWide ? 'noPathAnywhere' : 'noPath', ends)}</p>}
        {keys && <Way words={words} keys={keys} ends={ends} />}
        {path.isCut && <p className="small faint">{t('mayBeMore')}</p>}
      </div>
    </section>
  )
}

function Way({ words, keys, ends }: { words: GraphWords; keys: string[]; ends: { from: string; to: string } }) {
  const t = useT(relationMessages)
  return (
    <>
      <h3>{t('pathTitle', { ...ends, steps: keys.length - 1 })}</h3>
      {keys.length > 1 && <p className="break">{words.wayOf(keys)}</p>}
      <ol className={css.steps}>
        {words.stepsOf(keys).map(({ text, span }, n) => (
          <li key={keys[n]}>
            {text}
            {span && <time>{span}</time>}
          </li>
        ))}
      </ol>
    </>
  )
}
