import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { getDiffSentence, hideDiffSentence, type ModelSentence, writeDiffSentence } from '#contract/model.api.ts'
import { StrikeReasonText } from '#web/features/assistant/assistant.ts'
import { call } from '#web/platform/api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { queryClient, showError } from '#web/platform/query.ts'
import { modelMessages } from './messages.ts'
import css from './model.module.css'
import { useModel } from './use-model.ts'

/** One sentence by the model about what changed: a button until it is written, then the sentence with its author. */
export function DiffSentence({ id }: { id: number }) {
  const t = useT(modelMessages)
  const locale = useLocale()
  const model = useModel()
  const [busy, setBusy] = useState<'write' | 'hide'>()
  const key = ['diff', getDiffSentence.path, id, locale]
  const { data: sentence, isPending } = useQuery({
    queryKey: key,
    queryFn: () => call(getDiffSentence, { params: { id } }, { isBackground: true }),
    enabled: model !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  if (!model) return null

  async function run(act: 'write' | 'hide') {
    setBusy(act)
    try {
      const params = { id }
      const after = await call(act === 'write' ? writeDiffSentence : hideDiffSentence, { params })
      queryClient.setQueryData(key, after)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(undefined)
    }
  }
  const title = t('writeTitle', { name: model.name ?? '', host: model.host ?? '' })
  if (!sentence)
    return (
      <div>
        <Button
          size="small"
          icon={<Sparkles size={14} aria-hidden />}
          title={title}
          // The space is reserved until the request for a sentence has ended.
          disabled={isPending}
          loading={busy === 'write'}
          onClick={() => void run('write')}
        >
          {t('write')}
        </Button>
      </div>
    )
  return (
    <section className={css.sentence} aria-label={t('sentence')}>
      <p className={css.text}>{sentence.strike ? <del>{sentence.text}</del> : sentence.text}</p>
      <div className="row wrap gap-x-4">
        <Facts sentence={sentence} />
        <span className="row push">
          <Button type="link" size="small" title={title} loading={busy === 'write'} onClick={() => void run('write')}>
            {t('again')}
          </Button>
          <Button
            type="link"
            size="small"
            title={t('hideTitle')}
            loading={busy === 'hide'}
            onClick={() => void run('hide')}
          >
            {t('hide')}
          </Button>
        </span>
      </div>
    </section>
  )
}

function Facts({ sentence: { model, strike, is_uncompared: isUncompared } }: { sentence: ModelSentence }) {
  const t = useT(modelMessages)
  return (
    <span className="small faint">
      {t('by', { name: model })} ·{' '}
      {strike ? (
        <span className="danger">
          <StrikeReasonText reason={strike.reason} value={strike.value} />
        </span>
      ) : (
        t(isUncompared ? 'uncompared' : 'compared')
      )}
    </span>
  )
}
