import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  previewReportTemplate,
  type ReportTemplate,
  setReportTemplate,
  type TemplateValues,
} from '#contract/report-template.api.ts'
import { ApiError, call, download } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { errorText, queryClient, setFailureHandler, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import css from './template.module.css'
import { type TemplateFaults, TemplateForm } from './template-form.tsx'
import { templateMessages } from './template-messages.ts'
import { templateQuery, useTemplate } from './use-template.ts'

const PdfView = lazy(() => import('#web/ui/pdf/pdf-view.tsx'))
const restMs = 500

/** A sample report with the unsaved template: the real export, not an imitation. */
function TemplatePreview({ values }: { values: TemplateValues }) {
  const t = useT(templateMessages)
  const locale = useLocale()
  const settled = useDebounced(values, restMs)
  const { data, error } = useQuery({
    queryKey: ['report_template', 'preview', locale, settled],
    queryFn: ({ signal }) => download(previewReportTemplate, { body: settled }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    gcTime: 60_000,
    meta: { quiet: true },
  })
  return (
    <section aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      <p className="quiet">{t('previewText')}</p>
      {error && <Failure isWhole>{t('previewFailed', { text: errorText(error) })}</Failure>}
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
        {data ? <PdfView file={data.blob} /> : !error && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      </Suspense>
    </section>
  )
}

/** `/admin/report_template`: the layout of exported files. */
export default function TemplatePage() {
  const t = useT(templateMessages)
  const { data, error, refetch } = useTemplate()
  const meta =
    data &&
    (data.updated_at === null
      ? t('unset')
      : t('changed', { name: data.updated_by?.name ?? t('someone'), at: formatInstant(data.updated_at) }))
  return (
    <PageFrame title={t('title')} meta={meta} text={t('text')} isWide>
      {error && !data && (
        <Failure isWhole onRetry={() => void refetch()}>
          {t('failed')} {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      {data && <Editing key={data.rev} template={data} />}
    </PageFrame>
  )
}

const fields = ['organisation', 'markings', 'marking', 'color', 'logo'] as const
const valuesOf = ({ organisation, markings, marking, color, logo }: ReportTemplate): TemplateValues => ({
  organisation,
  markings,
  marking,
  color,
  logo,
})

function Editing({ template }: { template: ReportTemplate }) {
  const t = useT(templateMessages)
  const [values, setValues] = useState(() => valuesOf(template))
  const [faults, setFaults] = useState<TemplateFaults>({})
  const [isBusy, setIsBusy] = useState(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(valuesOf(template))
  useLeaveGuard(() => isDirty)

  async function save() {
    if (isBusy || !isDirty) return
    setIsBusy(true)
    try {
      const saved = await call(setReportTemplate, { body: { ...values, rev: template.rev || undefined } })
      notifySuccess(t('saved'))
      queryClient.setQueryData(templateQuery().queryKey, saved)
    } catch (error) {
      setIsBusy(false)
      if (error instanceof ApiError && error.status === 409) {
        setFailureHandler(error, t('stale'))
        return await queryClient.invalidateQueries({ queryKey: templateQuery().queryKey })
      }
      const errors = error instanceof ApiError ? error.errors : []
      setFaults(
        Object.fromEntries(
          errors.flatMap(({ path, message }) => {
            const field = fields.find(each => path === each || path.startsWith(`${each}.`))
            return field ? [[field, message]] : []
          }),
        ),
      )
      if (errors.length === 0) showError(error)
    }
  }

  return (
    <div className={css.columns}>
      <TemplateForm
        values={values}
        faults={faults}
        isBusy={isBusy}
        isDirty={isDirty}
        onChange={part => {
          setValues(before => ({ ...before, ...part }))
          setFaults({})
        }}
        onFault={setFaults}
        onSave={() => void save()}
      />
      <TemplatePreview values={values} />
    </div>
  )
}
