import { Button, Select } from 'antd'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import css from './ingest.module.css'
import { ingestMessages } from './messages.ts'

const shownAtFirst = 8

type Props = {
  words: readonly { word: string; count?: number }[]
  meanings: Readonly<Record<string, string | null>>
  /** The values that a word can mean; absent for a country. */
  choices?: readonly { value: string; label: string }[] | undefined
  onChange: (word: string, value: string | null) => void
}

/** The value of each word of a column; null if it must be chosen again. */
export function WordMeanings({ words, meanings, choices, onChange }: Props) {
  const t = useT(ingestMessages)
  const [isWhole, setIsWhole] = useState(false)
  const of = (word: string) => (Object.hasOwn(meanings, word) ? (meanings[word] ?? null) : null)
  return (
    <ul className={css.meanings}>
      {words.slice(0, isWhole ? words.length : shownAtFirst).map(({ word, count }) => (
        <li key={word}>
          <span className="break" dir="auto">
            {word} {count !== undefined && <span className="quiet">× {count}</span>}
          </span>
          {choices ? (
            <Select
              size="small"
              allowClear
              aria-label={t('meansWhat', { word })}
              placeholder={t('meansPick')}
              value={of(word)}
              options={[...choices]}
              onChange={value => onChange(word, value ?? null)}
            />
          ) : (
            <RegionPicker
              size="small"
              aria-label={t('meansWhat', { word })}
              placeholder={t('meansPick')}
              value={of(word) || null}
              onChange={value => onChange(word, value)}
            />
          )}
        </li>
      ))}
      {!isWhole && words.length > shownAtFirst && (
        <li>
          <Button type="link" size="small" onClick={() => setIsWhole(true)}>
            {t('moreWords', { count: words.length - shownAtFirst })}
          </Button>
        </li>
      )}
    </ul>
  )
}
