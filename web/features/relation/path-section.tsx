import { Button, Segmented } from 'antd'
import { useState } from 'react'
import type { PartyEntity } from '#contract/registry.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { keyOf } from './graph.ts'
import { relationMessages } from './messages.ts'
import css from './relation.module.css'
import type { PathChoice } from './use-path.ts'
import type { GraphWords } from './use-words.ts'

type Props = { words: GraphWords; path: PathChoice }

/** The path in words; announced to screen readers when it is found. */
export function PathSection({ words, path }: Props) {
  const t = useT(relationMessages)
  const { from, to, keys, isWide, isSearching } = path
  const ends = { from: words.nameOf(from ?? ''), to: words.nameOf(to ?? '') || '…' }
  return (
    <section aria-live="polite" className={css.path}>
      {from && (
        <>
          {!to && <p>{t('pathFrom', { name: ends.from })}</p>}
          {!to && <EndPicker path={path} />}
          {to && isSearching && <p>{t('searching')}</p>}
          {to && !isSearching && keys === null && <p>{t(isWide ? 'noPathAnywhere' : 'noPath', ends)}</p>}
          {keys && <Way words={words} keys={keys} ends={ends} />}
          {path.isCut && <p className="small faint">{t('mayBeMore')}</p>}
          <div className={css.acts}>
            {to && !isWide && (
              <Button size="small" onClick={() => path.lookWide()}>
                {t('lookWider')}
              </Button>
            )}
            <Button size="small" onClick={path.clear}>
              {t('clearPath')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function Way({ words, keys, ends }: { words: GraphWords; keys: string[]; ends: { from: string; to: string } }) {
  const t = useT(relationMessages)
  return (
    <>
      <h3>{t('pathTitle', { ...ends, steps: keys.length - 1 })}</h3>
      {keys.length > 1 && <p className="break below-3">{words.wayOf(keys)}</p>}
      <ol>
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

/** Chooses the other end among all records, visible or not. */
function EndPicker({ path }: { path: PathChoice }) {
  const t = useT(relationMessages)
  const [noun, setNoun] = useState<PartyEntity>('person')
  return (
    <div className={css.endPicker}>
      <span className="small faint">{t('orSearch')}</span>
      <Segmented<PartyEntity>
        size="small"
        value={noun}
        onChange={setNoun}
        options={[
          { value: 'person', label: t('person') },
          { value: 'og', label: t('og') },
        ]}
      />
      <RecordPicker
        key={noun}
        source={{ og: ogSource, person: personSource }[noun]}
        value={null}
        onChange={id => id !== null && path.lookWide(keyOf({ kind: noun, id }))}
        aria-label={t(({ og: 'endOg', person: 'endPerson' } as const)[noun])}
        style={{ width: '100%' }}
      />
    </div>
  )
}
