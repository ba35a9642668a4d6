import { Dropdown, type MenuProps, Switch } from 'antd'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Word } from '#contract/word.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import cells from '#web/ui/list/cells.module.css'
import { WordChangeTrial } from './change-trial.tsx'
import { wordMessages } from './messages.ts'
import css from './word.module.css'
import { removeWord, turnWord } from './word.ts'

/** Bars show the level in addition to colour. */
export function LevelMark({ level, isBare = false }: { level: number; isBare?: boolean }) {
  const t = useT(wordMessages)
  return (
    <span className={css.level} data-level={level}>
      <i aria-hidden />
      <i aria-hidden />
      <i aria-hidden />
      {!isBare && <span>{t(`level${level}` as 'level1')}</span>}
    </span>
  )
}

export function WordName({ word, onOpen }: { word: Word; onOpen: () => void }) {
  const t = useT(wordMessages)
  return (
    <span className={cells.name}>
      <button
        type="button"
        className={css.open}
        data-off={word.enabled ? undefined : ''}
        title={word.word}
        onClick={onOpen}
      >
        {word.word}
      </button>
      {word.kind === 'allow' && <span className="rigid tag">{t('kind_allow')}</span>}
    </span>
  )
}

export function EnabledSwitch({ word }: { word: Word }) {
  const t = useT(wordMessages)
  const [isBusy, setIsBusy] = useState(false)
  async function turn(isOn: boolean) {
    setIsBusy(true)
    await turnWord(word, isOn)
    setIsBusy(false)
  }
  return (
    <Switch
      size="small"
      checked={word.enabled}
      loading={isBusy}
      aria-label={t('switchNamed', { name: word.word })}
      onChange={isOn => void turn(isOn)}
    />
  )
}

/** Administrators get a link to the pages; other roles only the count. */
export function HitCount({ word }: { word: Word }) {
  const t = useT(wordMessages)
  const role = useRole()
  const { hits, pages } = word
  if (word.kind === 'allow') return <span className="quiet">–</span>
  if (hits === 0) return <span className="quiet">0</span>
  const title = t('hitsText', { hits, pages })
  if (role !== 'admin') return <span title={title}>{hits.toLocaleString('en-US')}</span>
  return (
    <PageLink
      to="admin_pages"
      search={{ word: String(word.id) }}
      title={title}
      aria-label={t('hitsLink', { name: word.word, count: pages })}
    >
      {hits.toLocaleString('en-US')}
    </PageLink>
  )
}

export function WordMenu({ word, onEdit }: { word: Word; onEdit: () => void }) {
  const t = useT(wordMessages)
  const modal = useModal()
  const name = word.word
  async function confirmDelete() {
    const isSure = await modal.confirm({
      title: t('deleteTitle', { name }),
      content: (
        <div className="stack gap-4">
          <p>{t('deleteText', { hits: word.hits })}</p>
          <WordChangeTrial change={{ bulk: { act: 'delete', ids: [word.id] } }} />
        </div>
      ),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
    })
    if (isSure) await removeWord(word)
  }
  const items: MenuProps['items'] = [
    { key: 'edit', icon: <Pencil size={14} />, label: t('edit'), onClick: onEdit },
    {
      key: 'delete',
      icon: <Trash2 size={14} />,
      label: t('delete'),
      danger: true,
      onClick: () => void confirmDelete(),
    },
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <button type="button" className="icon-button" aria-label={t('actsNamed', { name })} aria-haspopup="menu">
        <Ellipsis size={16} aria-hidden />
      </button>
    </Dropdown>
  )
}

export function WordCard({ word, onOpen }: { word: Word; onOpen: () => void }) {
  const t = useT(wordMessages)
  return (
    <article className={css.card}>
      <div className="grow">
        <WordName word={word} onOpen={onOpen} />
        <div className={css.cardLine}>
          {word.kind === 'word' && <LevelMark level={word.level} />}
          {word.category && <span>{word.category}</span>}
          <span>
            {t('hits')} <HitCount word={word} />
          </span>
        </div>
      </div>
      <EnabledSwitch word={word} />
      <WordMenu word={word} onEdit={onOpen} />
    </article>
  )
}
