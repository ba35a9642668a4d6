import { Suspense } from 'react'
import type { InboxItem } from '#contract/inbox.api.ts'
import { useFieldLabels } from '#web/features/claim/claim.ts'
import { ChangeLine } from '#web/features/diff/diff.ts'
import { useFeatureSentences } from '#web/features/screening/screening.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { RecordParts } from '#web/record/parts.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import css from './inbox.module.css'
import { recordOf } from './item-record.ts'
import { inboxMessages } from './messages.ts'

/** No preview is requested while the user moves through the list. */
const restMs = 150
const shownAtMost = 8

/** The details of the current item next to the list: the reasons of its row in full, and the record it is about. */
export function ItemPreview({ item }: { item: InboxItem | undefined }) {
  const t = useT(inboxMessages)
  const settled = useDebounced(item, restMs)
  if (!item || settled?.key !== item.key) return <aside className={css.preview} />
  const record = recordOf(item)
  return (
    <aside className={css.preview} aria-label={t('preview')}>
      <p className="small quiet">{t(`one_${item.kind}`)}</p>
      {record && <h2 className="lines">{record.name}</h2>}
      <Suspense>
        <Details item={item} />
      </Suspense>
      {record && <RecordParts key={`${record.noun} ${record.id}`} place="preview" noun={record.noun} id={record.id} />}
    </aside>
  )
}

function Details({ item }: { item: InboxItem }) {
  switch (item.kind) {
    case 'diff':
      return (
        <Lines>
          {item.diffs.slice(0, shownAtMost).map(diff => (
            <li key={diff.id}>
              <ChangeLine diff={diff} />
            </li>
          ))}
        </Lines>
      )
    case 'screening':
      return <Hit item={item} />
    case 'fact_check':
      return <Checks item={item} />
    case 'duplicate': {
      const { a, b } = item.duplicate
      return (
        <Lines>
          {[a, b].map(side => (
            <li key={side.id}>{[displayName(side), side.detail].filter(Boolean).join(' · ')}</li>
          ))}
        </Lines>
      )
    }
    case 'upload':
      return <p className="small break">{item.upload.note ?? item.upload.source}</p>
    case 'report':
      return <p className="small break">{item.report.summary}</p>
    case 'notification': {
      const { note } = item.notification.detail
      return typeof note === 'string' && note !== '' ? <p className="break">{note}</p> : null
    }
    case 'event':
      return (
        <Lines>
          {[...item.event.ogs, ...item.event.persons].slice(0, shownAtMost).map(party => (
            <li key={`${party.id} ${displayName(party)}`}>{displayName(party)}</li>
          ))}
        </Lines>
      )
  }
}

const Lines = ({ children }: { children: React.ReactNode }) => <ul className="stack gap-2 small break">{children}</ul>

function Hit({ item: { screening } }: { item: Extract<InboxItem, { kind: 'screening' }> }) {
  const sentences = useFeatureSentences()(screening.features)
  return (
    <Lines>
      <li className="quiet">
        {screening.caption} · {screening.list.name}
      </li>
      {sentences.slice(0, shownAtMost).map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Lines>
  )
}

function Checks({ item: { checks } }: { item: Extract<InboxItem, { kind: 'fact_check' }> }) {
  const t = useT(inboxMessages)
  const labelOf = useFieldLabels()
  return (
    <Lines>
      {checks.slice(0, shownAtMost).map(({ id, kind, noun, field, claims }) => (
        <li key={id}>
          {[t(kind), kind === 'over_owned' ? '' : labelOf(noun, field), ...claims.map(({ source }) => source?.name)]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </Lines>
  )
}
