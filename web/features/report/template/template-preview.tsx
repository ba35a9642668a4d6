import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { previewReportTemplate, type TemplateValues } from '#contract/report-template.api.ts'
import { download } from '#web/platform/api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { templateMessages } from './template-messages.ts'

const PdfView = lazy(() => import('#web/ui/pdf/pdf-view.tsx'))
const restMs = 500

/** A sample report with the unsaved template: the real export, not an imitation. */
export function TemplatePreview({ values }: { values: TemplateValues }) {
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
      {error && (
        <p role="alert" className="danger">
          {t('previewFailed', { text: errorText(error) })}
        </p>
      )}
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
        {data ? <PdfView file={data.blob} /> : !error && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      </Suspense>
    </section>
  )
}
