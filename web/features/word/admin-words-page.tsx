import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { BookOpenCheck, ClipboardPaste, FlaskConical, Plus, Target } from 'lucide-react'
import { lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { getRescan, listWords, startingWordCounts, type Word, wordKinds } from '#contract/word.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { useWordCategories, wordBulkActs } from './bulk-acts.tsx'
import { wordMessages } from './messages.ts'
import css from './word.module.css'
import { loadStarting } from './word.ts'
import { LevelMark, WordCard } from './word-cells.tsx'
import { wordColumns } from './word-columns.tsx'

const busyMs = 2_000
const idleMs = 20_000

/** How many stored pages have been searched with the present dictionary; hidden when all have. */
function RescanLine() {
  const t = useT(wordMessages)
  const { isActive } = usePage()
  const { data } = useQuery({
    ...endpointQuery(getRescan, {}),
    refetchInterval: query => (isActive ? (query.state.data?.is_running ? busyMs : idleMs) : false),
  })
  const isRunning = data?.is_running ?? false
  // A short run ends before it is seen running, so its end is detected by the completed version.
  const through = data && (isRunning ? null : data.version)
  const seen = useRef(through)
  useEffect(() => {
    if (seen.current !== undefined && typeof through === 'number' && seen.current !== through)
      void refresh('word', 'page')
    seen.current = through
  }, [through])
  if (!data || !isRunning) return null
  return (
    <div className={css.rescan} role="status">
      <span>{t('rescan', { done: data.done, total: data.total })}</span>
      <Progress percent={Math.floor((data.done / data.total) * 100)} size="small" showInfo={false} aria-hidden />
    </div>
  )
}

const WordForm = lazy(() => import('./word-form.tsx'))
const PasteDialog = lazy(() => import('./paste-dialog.tsx'))
const TryDrawer = lazy(() => import('./try-drawer.tsx'))
const HitsDrawer = lazy(() => import('./hits-drawer.tsx'))

type OpenDialog = { kind: 'form'; word?: Word } | { kind: 'paste' | 'try' } | null

/** `/admin/words`: the words that are searched for on watched pages. */
export default function AdminWordsPage() {
  const [opened, setOpened] = useState<OpenDialog>(null)
  const { search, setSearch } = usePage()
  const showHits = useCallback(
    (by: string | null) => setSearch(before => ({ ...before, hits: by }), { replace: true }),
    [setSearch],
  )
  const config = useWordList(setOpened, showHits)
  const close = () => setOpened(null)
  const hits = one(search.hits)
  return (
    <>
      <RescanLine />
      <List config={config} />
      <LazyDialog>
        {opened?.kind === 'form' && <WordForm word={opened.word} onClose={close} />}
        {opened?.kind === 'paste' && <PasteDialog onClose={close} />}
        {opened?.kind === 'try' && <TryDrawer onClose={close} />}
        {hits && <HitsDrawer key={hits} by={hits} onClose={() => showHits(null)} />}
      </LazyDialog>
    </>
  )
}

function useWordList(setOpened: (opened: OpenDialog) => void, showHits: (by: string) => void): ListConfig<Word> {
  const t = useT(wordMessages)
  const filters = useWordFilters()
  return useMemo(() => {
    const edit = (word: Word) => setOpened({ kind: 'form', word })
    const paste = (
      <Button icon={<ClipboardPaste size={16} aria-hidden />} onClick={() => setOpened({ kind: 'paste' })}>
        {t('paste')}
      </Button>
    )
    const add = (
      <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({ kind: 'form' })}>
        {t('add')}
      </Button>
    )
    return {
      name: 'admin_word',
      noun: 'word',
      title: t('words'),
      about: t('titleText'),
      endpoint: listWords,
      columns: wordColumns(t, edit),
      filters,
      defaultSort: '-updated_at',
      searchHint: t('search'),
      rowId: word => word.id,
      rowName: word => word.word,
      open: edit,
      edit,
      card: word => <WordCard word={word} onOpen={() => edit(word)} />,
      bulkActs: wordBulkActs(t),
      actions: (
        <>
          <Button icon={<Target size={16} aria-hidden />} onClick={() => showHits('day')}>
            {t('showHits')}
          </Button>
          <Button icon={<FlaskConical size={16} aria-hidden />} onClick={() => setOpened({ kind: 'try' })}>
            {t('try')}
          </Button>
          {paste}
        </>
      ),
      primary: add,
      empty: {
        title: t('emptyTitle'),
        text: t('emptyText', startingWordCounts),
        isPrimary: true,
        actions: (
          <>
            <LoadStarting />
            <Button icon={<ClipboardPaste size={16} aria-hidden />} onClick={() => setOpened({ kind: 'paste' })}>
              {t('pasteOwn')}
            </Button>
          </>
        ),
      },
    }
  }, [t, filters, setOpened, showHits])
}

function useWordFilters(): FilterConfig[] {
  const t = useT(wordMessages)
  const { items, isPending } = useWordCategories()
  return useMemo<FilterConfig[]>(
    () => [
      {
        id: 'level',
        kind: 'options',
        label: t('level'),
        options: [3, 2, 1].map(level => ({
          value: String(level),
          label: t(`level${level}` as 'level1'),
          icon: <LevelMark level={level} isBare />,
        })),
      },
      {
        id: 'category',
        kind: 'options',
        label: t('category'),
        options: items.map(({ category, count }) => ({ value: category, label: category, count })),
        isPending,
      },
      {
        id: 'kind',
        kind: 'options',
        label: t('kind'),
        options: wordKinds.map(kind => ({ value: kind, label: t(`kind_${kind}`) })),
      },
      {
        id: 'enabled',
        kind: 'options',
        label: t('enabled'),
        options: [
          { value: 'true', label: t('isOn') },
          { value: 'false', label: t('isOff') },
        ],
      },
    ],
    [t, items, isPending],
  )
}

/** A button that loads the words that come with the product. */
function LoadStarting() {
  const t = useT(wordMessages)
  const [isBusy, setIsBusy] = useState(false)
  async function load() {
    setIsBusy(true)
    await loadStarting()
    setIsBusy(false)
  }
  return (
    <Button type="primary" icon={<BookOpenCheck size={16} aria-hidden />} loading={isBusy} onClick={() => void load()}>
      {t('loadStarting')}
    </Button>
  )
}
