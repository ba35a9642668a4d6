import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { translatePassage } from '#contract/model.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { modelMessages } from './messages.ts'
import css from './model.module.css'
import type { Passage } from './translate-button.tsx'

/** A passage next to its translation. Both are shown as text, whatever they contain. */
export default function TranslationDialog({ of, passage, onClose }: Passage & { onClose: () => void }) {
  const t = useT(modelMessages)
  const id = useId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['model', translatePassage.path, of, passage],
    queryFn: () => call(translatePassage, { body: { of, passage } }, { isBackground: true }),
    // Each request costs the user's share: only the button repeats it.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      notifySuccess(t('copied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <Modal
      open
      width={800}
      title={t('translation')}
      footer={null}
      closable={{ 'aria-label': t('close') }}
      onCancel={onClose}
    >
      <div className={css.columns}>
        <section className="stack gap-2" aria-labelledby={`${id}o`}>
          <h3 id={`${id}o`}>{t('original')}</h3>
          <p className={css.passage} lang="">
            {passage}
          </p>
        </section>
        <section className="stack gap-2" aria-labelledby={`${id}t`} aria-busy={isFetching}>
          <h3 id={`${id}t`}>{t('translation')}</h3>
          {error && !isFetching && <Failure onRetry={() => void refetch()}>{errorText(error)}</Failure>}
          {isFetching && (
            <div role="status" aria-label={t('translating')}>
              <Skeleton active title={false} paragraph={{ rows: 4 }} />
            </div>
          )}
          {data && !isFetching && (
            <>
              <p className={css.passage} lang={data.to}>
                {data.text}
              </p>
              {data.unfounded.length > 0 && (
                <p className="small danger">{t('unfounded', { values: data.unfounded.join(t('comma')) })}</p>
              )}
              <div className="row wrap gap-3">
                <span className="small faint">
                  {t('by', { name: data.model })} · {t('unkept')}
                </span>
                <Button
                  size="small"
                  className="push"
                  icon={<Copy size={14} aria-hidden />}
                  onClick={() => void copy(data.text)}
                >
                  {t('copy')}
                </Button>
              </div>
            </>
          )}
        </section>
      </div>
    </Modal>
  )
}
