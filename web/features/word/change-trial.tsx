import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { FlaskConical } from 'lucide-react'
import type { Reply } from '#contract/endpoint.ts'
import { tryWordChange } from '#contract/word.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { changeMessages } from './change-messages.ts'
import css from './word.module.css'

type Effect = Reply<typeof tryWordChange>
export type WordChange = CallInput<typeof tryWordChange>['body']

const effects = ['fewer', 'more', 'raised', 'lowered'] as const

/** Tries a change of the words on stored rounds at the press of a button. `change`: null while it cannot be sent. */
export function WordChangeTrial({ change }: { change: WordChange | null }) {
  const t = useT(changeMessages)
  const trial = useMutation({
    mutationFn: async (body: WordChange) => ({
      key: JSON.stringify(body),
      effect: await call(tryWordChange, { body }, { isBackground: true }),
    }),
  })
  const { data, isPending, error } = trial
  const isOld = data !== undefined && data.key !== JSON.stringify(change)
  return (
    <section className="stack gap-3" aria-label={t('region')} aria-busy={isPending}>
      <div>
        <Button
          icon={<FlaskConical size={16} aria-hidden />}
          disabled={change === null}
          loading={isPending}
          onClick={() => change && trial.mutate(change)}
        >
          {t(data ? 'again' : 'try')}
        </Button>
      </div>
      {error && <Alert type="error" role="alert" title={errorText(error)} />}
      {isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} aria-label={t('trying')} />}
      {data && !isPending && (
        <div className={css.trial} data-old={isOld || undefined} role="status">
          {isOld && <p className={css.quiet}>{t('old')}</p>}
          <TrialEffect effect={data.effect} />
        </div>
      )}
    </section>
  )
}

function TrialEffect({ effect }: { effect: Effect }) {
  const t = useT(changeMessages)
  const { rounds, sites, important } = effect
  const parts = effects.filter(kind => effect[kind] > 0).map(kind => t(kind, { count: effect[kind] }))
  if (rounds + effect.untried_rounds === 0) return <p>{t('noRounds')}</p>
  return (
    <div className="stack gap-2">
      <p>
        {t('scope', { rounds, sites })}
        <b>{parts.length === 0 ? t('none') : `${parts.join(t('separator'))}${t('end')}`}</b>{' '}
        {important !== null && important > 0 && <b className="danger">{t('important', { count: important })}</b>}
      </p>
      {effect.more + effect.fewer > 0 && (
        <p className={css.quiet}>{t('sum', { before: effect.rows_before, after: effect.rows_after })}</p>
      )}
      {effect.examples.length > 0 && (
        <ul className={css.examples}>
          {effect.examples.map(each => (
            <ExampleLine key={`${each.page.id} ${each.round}`} example={each} />
          ))}
        </ul>
      )}
      {effect.untried_rounds + effect.untried_texts > 0 && (
        <p className={css.quiet}>
          {t('untried', {
            rounds: effect.untried_rounds,
            texts: effect.untried_texts,
            both: effect.untried_rounds > 0 && effect.untried_texts > 0 ? 'yes' : 'no',
          })}
        </p>
      )}
      {effect.lost_texts > 0 && <p className={css.quiet}>{t('lost', { count: effect.lost_texts })}</p>}
    </div>
  )
}

/** Leads to the difference, or to the page for roles that do not review. */
function ExampleLine({ example }: { example: Effect['examples'][number] }) {
  const t = useT(changeMessages)
  const { page, diff_id: diff, line, effect } = example
  const scores = { before: String(example.score_before ?? ''), after: String(example.score_after ?? '') }
  const text = line || page.title || page.url
  return (
    <li className={css.example}>
      <span className="rigid tag">{t(`of_${effect}`, scores)}</span>
      {diff === null ? (
        <PageLink to="admin_page" params={{ id: page.id }} className="ellipsis" title={page.url}>
          {text}
        </PageLink>
      ) : (
        <PageLink to="admin_diff_detail" search={{ id: diff }} className="ellipsis" title={page.url}>
          {text}
        </PageLink>
      )}
    </li>
  )
}
