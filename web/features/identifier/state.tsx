import type { Reply } from '#contract/endpoint.ts'
import type { checkIdentifiers } from '#contract/identifier.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { identifierMessages } from './messages.ts'

export type IdentifierCheckItem = Reply<typeof checkIdentifiers>['items'][number]

const pages = { og: 'og_detail', person: 'person_detail' } as const

/** Shows the doubt about an identifier, and other records that have it. */
export function Carriers({ state: { state, records }, noun }: { state: IdentifierCheckItem; noun: PartyEntity }) {
  const t = useT(identifierMessages)
  return (
    <>
      {state === 'wrong_form' && <div className="small warning">{t('factForm')}</div>}
      {state === 'wrong_check' && <div className="small warning">{t('factCheck')}</div>}
      <Others records={records} noun={noun} />
    </>
  )
}

/** Links open in a new tab, so that the form is not left. */
export function Others({
  records,
  noun,
  isApart = false,
}: {
  records: IdentifierCheckItem['records']
  noun: PartyEntity
  isApart?: boolean
}) {
  const t = useT(identifierMessages)
  if (records.length === 0) return null
  return (
    <span className="small warning">
      {t('same')}{' '}
      {records.map((record, place) => (
        <span key={record.id}>
          {place > 0 && t('comma')}
          <PageLink to={pages[noun]} params={{ id: record.id }} {...(isApart && { target: '_blank' })}>
            {displayName(record)}
          </PageLink>
        </span>
      ))}
    </span>
  )
}
