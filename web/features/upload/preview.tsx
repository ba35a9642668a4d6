import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { lazy, useEffect, useState } from 'react'
import type { Upload } from '#contract/upload.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { uploadSize } from './size-text.ts'
import { fetchFile } from './upload-calls.ts'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

const PdfView = lazy(() => import('#web/ui/pdf/pdf-view.tsx'))

/** Larger files are loaded only on request. */
const confirmAboveBytes = 30 * 1024 * 1024
const cacheMs = 60_000

/** Preview of a PDF or an image from the file's own bytes. */
export default function Preview({ upload }: { upload: Upload }) {
  const t = useT(viewMessages)
  const [isWanted, setIsWanted] = useState(upload.size <= confirmAboveBytes)
  const { data, error, refetch, isFetching } = useQuery({
    // Not under the key of uploads: the content never changes, and each download is recorded in the audit log.
    queryKey: ['upload_file', upload.sha256, upload.id] as const,
    queryFn: ({ signal }) => fetchFile(upload.id, signal),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: cacheMs,
    retry: false,
  })
  return (
    <>
      <p className={css.none}>{t('previewRecorded')}</p>
      {!isWanted && (
        <p>
          {t('previewLarge', { size: uploadSize(upload.size) })}{' '}
          <Button onClick={() => setIsWanted(true)}>{t('previewLoad')}</Button>
        </p>
      )}
      {error && (
        <Failure onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('previewFailed', { text: errorText(error) })}
        </Failure>
      )}
      {isWanted && !error && !data && (
        <div role="status" aria-busy aria-label={t('previewLoading')}>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {data && (upload.kind === 'pdf' ? <PdfView file={data} /> : <Picture file={data} upload={upload} />)}
    </>
  )
}

function Picture({ file, upload }: { file: Blob; upload: Upload }) {
  const t = useT(viewMessages)
  const [url, setUrl] = useState<string | null>(null)
  const [isBroken, setIsBroken] = useState(false)
  const type = upload.media_type ?? 'image/png'
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, type])
  if (isBroken) return <Failure>{t('previewBroken')}</Failure>
  return (
    url && (
      <img
        className={css.picture}
        src={url}
        alt={t('imageAlt', { name: upload.title })}
        onError={() => setIsBroken(true)}
      />
    )
  )
}
