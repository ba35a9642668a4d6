import { Checkbox, Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { type Entity, entityNames } from '#contract/registry.ts'
import { factTargets, useClaimLabel, useClaimValue } from '#web/features/claim/claim.ts'
import { useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import type { Citable } from './cites-of.ts'
import css from './fact.module.css'
import { factMessages } from './fact-messages.ts'
import { type CitableFact, useCitable } from './use-citable.ts'

type RecordKey = { noun: Entity; id: number }
type Props = { first?: RecordKey | undefined; onClose: () => void; onDone: (facts: Citable[]) => void }

/** Chooses facts of a record to cite. `first`: the record that the text is about. */
export default function FactDialog({ first, onClose, onDone }: Props) {
  const t = useT(factMessages)
  const [noun, setNoun] = useState<Entity>(first?.noun ?? 'og')
  const [id, setId] = useState<number | null>(first?.id ?? null)
  const [chosen, setChosen] = useState<CitableFact[]>([])
  const choose = (next: number | null) => {
    setId(next)
    setChosen([])
  }
  return (
    <Modal
      open
      title={t('insertFact')}
      width="min(640px, calc(100vw - 32px))"
      okText={t('insert')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onDone(chosen)}
      onCancel={onClose}
    >
      <section aria-label={t('of')} className="stack gap-3">
        <Segmented<Entity>
          value={noun}
          options={entityNames.map(value => ({ value, label: t(value) }))}
          onChange={next => {
            setNoun(next)
            choose(null)
          }}
        />
        <RecordPicker source={factTargets[noun]} value={id} aria-label={t('of')} onChange={choose} />
        {id === null ? (
          <p className="quiet">{t('chooseRecord')}</p>
        ) : (
          <Facts key={`${noun} ${id}`} of={{ noun, id }} chosen={chosen} onChange={setChosen} />
        )}
      </section>
    </Modal>
  )
}

type FactsProps = { of: RecordKey; chosen: readonly CitableFact[]; onChange: (chosen: CitableFact[]) => void }

function Facts({ of: { noun, id }, chosen, onChange }: FactsProps) {
  const t = useT(factMessages)
  const { facts, isError } = useCitable(noun, id)
  const label = useClaimLabel(noun)
  const show = useClaimValue(noun)
  if (!facts) return isError ? <Failure>{t('loadFailed')}</Failure> : <Skeleton active title={false} />
  if (facts.length === 0) return <p className="quiet">{t('noFacts')}</p>
  const keyOf = ({ field, value }: Citable) => `${field} ${JSON.stringify(value)}`
  const isChosen = (fact: CitableFact) => chosen.some(each => keyOf(each) === keyOf(fact))
  const sources = (fact: CitableFact) => new Set(fact.claims.map(claim => claim.origin)).size
  return (
    <ul className={css.facts}>
      {facts.map(fact => (
        <li key={keyOf(fact)}>
          <Checkbox
            checked={isChosen(fact)}
            onChange={event =>
              onChange(event.target.checked ? [...chosen, fact] : chosen.filter(each => keyOf(each) !== keyOf(fact)))
            }
          >
            <span className="quiet">{label(fact.field)}</span>{' '}
            <span className="strong break">{show(fact.field, fact.value)}</span>{' '}
            <span className="small faint">{t('sources', { count: sources(fact) })}</span>{' '}
            {(fact.state === 'disputed' || fact.state === 'unsupported') && (
              <span className="small warning">{t(fact.state)}</span>
            )}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
