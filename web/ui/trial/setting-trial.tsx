import { useMutation } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { FlaskConical } from 'lucide-react'
import type { TrialEffect } from '#contract/diff-trial.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { trialMessages } from './messages.ts'
import css from './trial.module.css'

const effects = ['fewer', 'more', 'raised', 'lowered'] as const

type Props<Change> = {
  /** Null while the change cannot be sent. */
  change: Change | null
  send: (change: Change) => Promise<TrialEffect>
  /** The change belongs to one site. */
  isOfSite?: boolean
}

/** Tries a changed setting on stored rounds at the press of a button. */
export function SettingTrial<Change>({ change, send, isOfSite = false }: Props<Change>) {
  const t = useT(trialMessages)
  const trial = useMutation({
    mutationFn: async (body: Change) => ({ key: JSON.stringify(body), effect: await send(body) }),
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
          onClick={() => change !== null && trial.mutate(change)}
        >
          {t(data ? 'again' : 'try')}
        </Button>
      </div>
      {error && <Failure>{errorText(error)}</Failure>}
      {isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} aria-label={t('trying')} />}
      {data && !isPending && (
        <div className={css.trial} data-old={isOld || undefined} role="status">
          {isOld && <p className={css.quiet}>{t('old')}</p>}
          <EffectText effect={data.effect} isOfSite={isOfSite} />
        </div>
      )}
    </section>
  )
}

function EffectText({ effect, isOfSite }: { effect: TrialEffect; isOfSite: boolean }) {
  const t = useT(trialMessages)
  const { rounds, sites, important } = effect
  const parts = effects.filter(kind => effect[kind] > 0).map(kind => t(kind, { count: effect[kind] }))
  // Differences that stay rows, but in other groups.
  const regrouped = effect.rows_after - effect.rows_before - (effect.more - effect.fewer)
  if (rounds + effect.untried_rounds === 0) return <p>{t('noRounds')}</p>
  return (
    <div className="stack gap-2">
      <p>
        {isOfSite ? t('scopeSite', { rounds }) : t('scope', { rounds, sites })}
        <b>{parts.length === 0 ? t('none') : `${parts.join(t('separator'))}${t('end')}`}</b>{' '}
        {important !== null && important > 0 && <b className="danger">{t('important', { count: important })}</b>}
      </p>
      {(effect.more + effect.fewer > 0 || regrouped !== 0) && (
        <p className={css.quiet}>
          {t('sum', { before: effect.rows_before, after: effect.rows_after })}
          {regrouped !== 0 && ` ${t(regrouped > 0 ? 'split' : 'grouped', { count: Math.abs(regrouped) })}`}
        </p>
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
function ExampleLine({ example }: { example: TrialEffect['examples'][number] }) {
  const t = useT(trialMessages)
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
