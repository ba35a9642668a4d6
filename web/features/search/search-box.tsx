import { Button, Input } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { searchMessages } from './messages.ts'
import css from './search.module.css'

type Props = { keyword: string; onSearch: (keyword: string) => void }

/** A form, so that Enter submits; an IME composition never submits it. */
export function SearchBox({ keyword, onSearch }: Props) {
  const t = useT(searchMessages)
  const [text, setText] = useState(keyword)
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows <search> yet.
    <form
      role="search"
      className={`${css.box} flex gap-3`}
      onSubmit={event => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Input
        autoFocus={keyword === ''}
        allowClear
        size="large"
        prefix={<Search size={16} aria-hidden />}
        aria-label={t('label')}
        placeholder={t('placeholder')}
        maxLength={200}
        value={text}
        onChange={event => setText(event.target.value)}
        onPressEnter={event => {
          if (event.nativeEvent.isComposing) event.preventDefault()
        }}
      />
      <Button type="primary" size="large" htmlType="submit">
        {t('search')}
      </Button>
    </form>
  )
}
