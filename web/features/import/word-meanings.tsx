import { Button, Select } from 'antd'
import { useState } from 'react'
import type { Import } from '#contract/import.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import css from './import.module.css'
import { importMessages } from './messages.ts'

const shownAtFirst = 8

type Props = {
  field: Import['fields'][number] | undefined
  words: readonly { word: string; count?: number }[]
  meanings: Readonly<Record<string, string | null>>
  onChange: (next: Record<string, string | null>) => void
}

/** The value of each word of a column; null if it must be chosen again. */
export function WordMeanings({ field, words, meanings, onChange }: Props) {
  const t = useT(importMessages)
  const [isWhole, setIsWhole] = useState(false)
  const of = (word: string) => (Object.hasOwn(meanings, word) ? (meanings[word] ?? null) : null)
  const change = (word: string, value: string | null | undefined) => onChange({ ...meanings, [word]: value ?? null })
  return (
    <ul className={css.meanings}>
      {words.slice(0, isWhole ? words.length : shownAtFirst).map(({ word, count }) => (
        <li key={word}>
          <span className="break">
            {word} {count !== undefined && <span className="quiet">× {count}</span>}
          </span>
          {field?.kind === 'region' ? (
            <RegionPicker
              size="small"
              aria-label={t('meansWhat', { word })}
              placeholder={t('meansPick')}
              value={of(word) || null}
              onChange={value => change(word, value)}
            />
          ) : (
            <Select
              size="small"
              allowClear
              aria-label={t('meansWhat', { word })}
              placeholder={t('meansPick')}
              value={of(word)}
              options={[...(field?.choices ?? []), { value: '', label: t('leaveOut') }]}
              onChange={value => change(word, value)}
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
