import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Segmented } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { listAlgorithms, MatchReply, type MatchResult, matchParties } from '#contract/match.api.ts'
import { isSameNameAlone, sameNameAlone } from '#contract/match-reason.ts'
import { ScreeningCoverageLine } from '#web/features/coverage/coverage.tsx'
import { download } from '#web/platform/api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { schemaName } from '#web/ui/entity/property-names.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import { CertificateButton } from './certificate-button.tsx'
import { byWeight, useSentence } from './feature-words.ts'
import css from './hit.module.css'
import { nameMessages } from './name-messages.ts'
import { MatchScore } from './score.tsx'

type PartySchema = 'Person' | 'Company'
type NameQuery = { kind: PartySchema; name: string; date: string; country: string | null; number: string }

const cutoff = 0.5
const limit = 20

type NameAnswer = { results: MatchResult[]; uncompared: number }

/** Screens one name against all lists. */
async function screenName({ kind, name, date, country, number }: NameQuery): Promise<NameAnswer> {
  const isPerson = kind === 'Person'
  const properties = {
    name: [name],
    ...(date && { [isPerson ? 'birthDate' : 'incorporationDate']: [date] }),
    ...(country && { [isPerson ? 'nationality' : 'country']: [country.toLowerCase()] }),
    ...(number && { idNumber: [number] }),
  }
  const { blob } = await download(matchParties, {
    params: { list: 'default' },
    query: { limit, cutoff },
    body: { queries: { one: { schema: kind, properties } } },
  })
  const answer = MatchReply.parse(JSON.parse(await blob.text())).responses.one
  return { results: answer?.results ?? [], uncompared: answer?.uncompared ?? 0 }
}

const certificateBody = ({ kind, name, date, country, number }: NameQuery) => ({
  kind: kind === 'Person' ? ('person' as const) : ('organisation' as const),
  ...{ name, date: date || null, country, number: number || null },
})

const asPoints = (share: number) => String(Math.round(share * 100))

/** One name against all lists, with the evidence for each match. */
export default function NameDrawer({ onClose }: { onClose: () => void }) {
  const t = useT(nameMessages)
  const id = useId()
  const [submitted, setSubmitted] = useState<NameQuery>({
    kind: 'Person',
    name: '',
    date: '',
    country: null,
    number: '',
  })
  const set = (values: Partial<NameQuery>) => setSubmitted(before => ({ ...before, ...values }))
  const { data: algorithms } = useQuery(endpointQuery(listAlgorithms, {}))
  const { mutate, data, error, isPending, variables } = useMutation({ mutationFn: screenName })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (submitted.name.trim()) mutate({ ...submitted, name: submitted.name.trim() })
  }
  return (
    <Drawer open size={640} title={t('screenName')} closable={{ 'aria-label': t('close') }} onClose={onClose}>
      <form className="stack gap-3 below-6" onSubmit={submit}>
        <p className="quiet">{t('about')}</p>
        <Segmented<PartySchema>
          aria-label={t('kind')}
          value={submitted.kind}
          options={[
            { value: 'Person', label: t('person') },
            { value: 'Company', label: t('og') },
          ]}
          onChange={kind => set({ kind })}
        />
        <label htmlFor={`${id}-name`}>{t('name')}</label>
        <Input
          id={`${id}-name`}
          autoFocus
          dir="auto"
          maxLength={400}
          value={submitted.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <label htmlFor={`${id}-date`}>{t('date')}</label>
        <Input
          id={`${id}-date`}
          placeholder={t('dateHint')}
          maxLength={10}
          value={submitted.date}
          onChange={({ target }) => set({ date: target.value.trim() })}
        />
        <label htmlFor={`${id}-country`}>{t('region')}</label>
        <RegionPicker id={`${id}-country`} value={submitted.country} onChange={country => set({ country })} />
        <label htmlFor={`${id}-number`}>{t('number')}</label>
        <Input
          id={`${id}-number`}
          maxLength={100}
          value={submitted.number}
          onChange={({ target }) => set({ number: target.value })}
        />
        <div>
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!submitted.name.trim()}>
            {t('ask')}
          </Button>
        </div>
      </form>
      {error && <Failure>{errorText(error)}</Failure>}
      {data && !isPending && (
        <section aria-live="polite">
          <h3>
            {data.results.length > 0
              ? t('found', { count: data.results.length })
              : t('nobody', {
                  threshold: asPoints(algorithms?.algorithms.at(0)?.threshold ?? 0),
                  cutoff: asPoints(cutoff),
                })}
          </h3>
          <ScreeningCoverageLine isName uncompared={data.uncompared} />
          <ul className="rows">
            {data.results.map(result => (
              <MatchDetails key={`${result.datasets.join()} ${result.id}`} result={result} />
            ))}
          </ul>
          {variables && (
            <div className="above-4">
              <CertificateButton of="name" body={certificateBody(variables)} />
            </div>
          )}
        </section>
      )}
    </Drawer>
  )
}

function MatchDetails({
  result: { caption, schema, id, datasets, score, match, explanations },
}: {
  result: MatchResult
}) {
  const t = useT(nameMessages)
  const sentence = useSentence('question')
  const locale = useLocale()
  return (
    <li>
      <div className="row spread gap-3">
        <div className="break">
          <span className="strong" dir="auto">
            {caption}
          </span>
          <div className="small quiet">
            {t('onList', { lists: datasets.join(', ') })} · {schemaName(schema, locale)} · {id}
          </div>
        </div>
        <MatchScore score={score} />
      </div>
      {isSameNameAlone(schema, explanations) ? (
        <div className="small warning">{sameNameAlone[locale]}</div>
      ) : (
        match && <div className="small warning">{t('isMatch')}</div>
      )}
      <ul className={css.reasons}>
        {byWeight(explanations).map(feature => (
          <li key={`${feature.code} ${feature.a} ${feature.b}`}>
            <span className={css.points} data-against={feature.points < 0 || undefined}>
              {feature.points < 0 ? '−' : '+'}
              {Math.abs(Math.round(feature.points * 100))}
            </span>
            <span className="break">{sentence(feature)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
