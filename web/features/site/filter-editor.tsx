import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input } from 'antd'
import { useId, useState } from 'react'
import { getPage, listPages, type Page } from '#contract/page.api.ts'
import { admins } from '#contract/role.ts'
import { type Site, type SiteFilter, tryFilterChange } from '#contract/site.api.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { endpointQuery, errorText, refresh, setFailureHandler, showError } from '#web/platform/query.ts'
import { splitLines } from '#web/ui/form/text.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import type { PickerItem, RecordSource } from '#web/ui/picker/record-source.ts'
import { SettingTrial } from '#web/ui/trial/setting-trial.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import css from './filter.module.css'
import { filterMessages } from './filter-messages.ts'
import { FilterTrial } from './filter-trial.tsx'
import { saveSite, tryFilter } from './site-calls.ts'

const settleMs = 400

/** Tries a filter while it is edited. `isOfPresent` is true when the reply belongs to the present filter. */
function useTrial(ogId: number, filter: SiteFilter, versionId: number | undefined) {
  const t = useT(filterMessages)
  const filterJson = JSON.stringify(filter)
  const settled = useDebounced(filterJson, settleMs)
  const query = useQuery({
    queryKey: ['og', 'filter-trial', ogId, settled, versionId] as const,
    queryFn: ({ signal }) => tryFilter(ogId, JSON.parse(settled) as SiteFilter, versionId, signal),
    placeholderData: keepPreviousData,
  })
  const errors = query.error instanceof ApiError ? query.error.errors : []
  const faults: Partial<Record<keyof SiteFilter, string>> = {}
  for (const { path, message } of errors) {
    // `filter.exclude.2`, or without the first part.
    const [, kind, index] = /(?:^|\.)(include|exclude|ignore)(?:\.(\d+))?/.exec(path) ?? []
    if (!kind) continue
    const text = index === undefined ? message : t('line', { line: String(Number(index) + 1), message })
    faults[kind as keyof SiteFilter] ??= text
  }
  return {
    data: query.isError ? undefined : query.data,
    error: query.error,
    failure: query.isError ? 'failed' : '',
    faults,
    isPending: query.isFetching || settled !== filterJson,
    isOfPresent: settled === filterJson && query.isSuccess && !query.isPlaceholderData,
  }
}

const itemOf = ({ id, title, url }: Page): PickerItem => ({ id, label: title || url, hint: title ? url : undefined })

/** The stored pages of one organisation, for pickers; only roles that can list pages can use it. */
function pageSourceOf(ogId: number): RecordSource {
  return {
    noun: 'page',
    search: async (keyword, current, signal) => {
      const query = { og_id: [String(ogId)], current, pageSize: 50, sort: 'url', ...(keyword && { keyword }) } as const
      const { items, total } = await call(listPages, { query }, { signal })
      return { items: items.map(itemOf), total }
    },
    find: async ids => ids.map(id => ({ id, label: `#${id}` })),
  }
}

type SiteFilterField = keyof SiteFilter
type Texts = Record<SiteFilterField, string>
type Props = { site: Site; name: string; onClose: () => void }

const kinds: readonly SiteFilterField[] = ['include', 'exclude', 'ignore']
const textsOf = (filter: SiteFilter): Texts => ({
  include: filter.include.join('\n'),
  exclude: filter.exclude.join('\n'),
  ignore: filter.ignore.join('\n'),
})
const filterOf = (texts: Texts): SiteFilter => ({
  include: splitLines(texts.include),
  exclude: splitLines(texts.exclude),
  ignore: splitLines(texts.ignore),
})

/** Filters, tried on a stored version while they are edited; only filters that were tried can be saved. */
export default function FilterEditor({ site, name, onClose }: Props) {
  const t = useT(filterMessages)
  const modal = useModal()
  const [texts, setTexts] = useState(() => textsOf(site.filter))
  const [pageId, setPageId] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const page = useQuery({ ...endpointQuery(getPage, { params: { id: pageId ?? 0 } }), enabled: pageId !== null })
  const filter = filterOf(texts)
  const trial = useTrial(site.og_id, filter, page.data?.last_version_id ?? undefined)
  const hasFaults = Object.keys(trial.faults).length > 0
  const isDirty = JSON.stringify(filter) !== JSON.stringify(site.filter)
  useLeaveGuard(() => isDirty)

  async function close() {
    const mayClose =
      !isDirty ||
      (await modal.confirm({
        title: t('discardTitle'),
        okText: t('discard'),
        okButtonProps: { type: 'default' },
        cancelText: t('keep'),
        focusable: { autoFocusButton: 'cancel' },
      }))
    if (mayClose) onClose()
  }

  async function save() {
    setIsBusy(true)
    try {
      await saveSite(site.og_id, { filter }, site.rev)
      notifySuccess(t('saved'))
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        setFailureHandler(error, t('stale'))
        await refresh('og')
      } else showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Drawer
      open
      title={t('title', { name })}
      size="min(1240px, 100vw)"
      onClose={() => void close()}
      closable={{ 'aria-label': t('close') }}
      footer={
        <div className="flex to-end gap-3">
          <Button onClick={() => void close()}>{t('cancel')}</Button>
          <Button
            type="primary"
            loading={isBusy && { delay: 200 }}
            disabled={!isDirty || !trial.isOfPresent || trial.failure !== ''}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
        </div>
      }
    >
      <div className={css.editor}>
        <p className={css.explain}>{t('explain')}</p>
        <div>
          {kinds.map(kind => (
            <Lines
              key={kind}
              kind={kind}
              text={texts[kind]}
              fault={trial.faults[kind]}
              onChange={text => setTexts({ ...texts, [kind]: text })}
            />
          ))}
        </div>
        <section aria-label={t('tried')}>
          <div className="row wrap gap-3 gap-x-5 below-4">
            <h2>{t('tried')}</h2>
            <Permitted roles={admins}>
              <PagePicker ogId={site.og_id} value={pageId} onChange={setPageId} />
            </Permitted>
          </div>
          <FilterTrial
            trial={trial.data}
            isPending={trial.isPending}
            isOld={!trial.isOfPresent}
            failure={trial.failure && (hasFaults ? t('fixFirst') : errorText(trial.error))}
          />
        </section>
        <section className={css.rounds} aria-label={t('onRounds')}>
          <h2>{t('onRounds')}</h2>
          <p className="below-3 small quiet">{t('onRoundsHint')}</p>
          <SettingTrial
            isOfSite
            change={isDirty && !hasFaults ? filter : null}
            send={change =>
              call(tryFilterChange, { params: { id: site.og_id }, body: { filter: change } }, { isBackground: true })
            }
          />
        </section>
      </div>
    </Drawer>
  )
}

type LinesProps = { kind: SiteFilterField; text: string; fault: string | undefined; onChange: (text: string) => void }

function Lines({ kind, text, fault, onChange }: LinesProps) {
  const t = useT(filterMessages)
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{t(kind)}</label>
      <Input.TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 3, maxRows: 12 }}
        spellCheck={false}
        status={fault ? 'error' : ''}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}n`}
        onChange={event => onChange(event.target.value)}
      />
      <div id={`${id}n`} className={fault ? css.fault : css.hint} aria-live="polite">
        {fault ?? t(`${kind}Hint`)}
      </div>
    </div>
  )
}

type PickerProps = { ogId: number; value: number | null; onChange: (id: number | null) => void }

function PagePicker({ ogId, value, onChange }: PickerProps) {
  const t = useT(filterMessages)
  const id = useId()
  const [source] = useState(() => pageSourceOf(ogId))
  return (
    <div className={css.picker}>
      <label htmlFor={id}>{t('page')}</label>
      <RecordPicker id={id} source={source} placeholder={t('pageAny')} value={value} onChange={onChange} />
    </div>
  )
}
