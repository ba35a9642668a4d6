import { useQuery } from '@tanstack/react-query'
import { Modal, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import type { Diff } from '#contract/diff.api.ts'
import { ignorePlace } from '#contract/volatile.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { ChangeLine } from './change-line.tsx'
import { refreshLists } from './diff-calls.ts'
import { ignoreMessages } from './ignore-messages.ts'

type Scope = 'page' | 'site'

/** Confirms that the place of a change is ignored from now on, after showing the effect on stored rounds. */
export default function IgnoreDialog({ diff, onClose }: { diff: Diff; onClose: () => void }) {
  const t = useT(ignoreMessages)
  const [scope, setScope] = useState<Scope>('page')
  const [isSaving, setIsSaving] = useState(false)
  const trial = useQuery({
    queryKey: ['diff', ignorePlace.path, diff.id, scope],
    queryFn: ({ signal }) =>
      call(ignorePlace, { params: { id: diff.id }, body: { scope, is_trial: true } }, { signal, isBackground: true }),
  })

  async function save(): Promise<void> {
    setIsSaving(true)
    try {
      await call(ignorePlace, { params: { id: diff.id }, body: { scope, is_trial: false } })
      notify({ kind: 'success', text: t('saved') })
      onClose()
      await refreshLists()
    } catch {
      // The failed call has shown its reason.
    } finally {
      setIsSaving(false)
    }
  }
  const { data } = trial
  return (
    <Modal
      open
      title={t('title')}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: isSaving, disabled: !data }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        <p>
          <ChangeLine diff={diff} />
        </p>
        <Radio.Group
          aria-label={t('scope')}
          value={scope}
          options={(['page', 'site'] as const).map(value => ({ value, label: t(value) }))}
          onChange={event => setScope(event.target.value)}
        />
        {trial.isError && <Failure>{errorText(trial.error)}</Failure>}
        {!data && !trial.isError && <Skeleton active title={false} paragraph={{ rows: 1 }} aria-label={t('trying')} />}
        {data && (
          <div>
            <p>
              {data.rows_before === data.rows_after
                ? t('none', { rounds: String(data.rounds) })
                : t('effect', {
                    rounds: String(data.rounds),
                    before: String(data.rows_before),
                    after: String(data.rows_after),
                  })}
              {data.important > 0 && <b> {t('important', { count: data.important })}</b>}
            </p>
            {data.examples.length > 0 && (
              <>
                <p className="small quiet">{t('examples')}</p>
                <ul className="small">
                  {[...new Set(data.examples)].map(each => (
                    <li key={each} className="ellipsis">
                      {each}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </div>
    </Modal>
  )
}
