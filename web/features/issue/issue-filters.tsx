import { Input, Select } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { issueKinds, issuePriorities } from '#contract/issue.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import css from './issue.module.css'
import type { ListQuery } from './issue-calls.ts'
import { issueMessages, issueWords } from './messages.ts'

const nobody = 'none'

/** The filter in the address. */
export function useIssueFilter(): { filter: ListQuery; isFiltered: boolean } {
  const { search } = usePage()
  const kind = issueKinds.find(each => each === one(search.kind))
  const priority = issuePriorities.find(each => each === one(search.priority))
  const assignee = one(search.assignee)
  const keyword = one(search.keyword)
  const filter: ListQuery = {
    ...(kind && { kind }),
    ...(priority && { priority }),
    ...(assignee === nobody ? { unassigned: 'true' as const } : /^\d+$/.test(assignee ?? '') && { assignee }),
    ...(keyword && { keyword }),
  }
  return { filter, isFiltered: Object.keys(filter).length > 0 }
}

/** Filters by keyword, kind, priority and assignee. */
export function IssueFilters() {
  const t = useT(issueMessages)
  const word = useT(issueWords)
  const { search, setSearch } = usePage()
  const { users } = useVisibleUsers()
  const set = (name: string) => (value: string | undefined) =>
    setSearch(before => ({ ...before, current: undefined, [name]: value }), { replace: true })
  return (
    <>
      <KeywordInput />
      <Select
        className={css.filter}
        aria-label={t('kind')}
        placeholder={t('anyKind')}
        allowClear
        value={one(search.kind) ?? null}
        options={issueKinds.map(value => ({ value, label: word(value) }))}
        onChange={value => set('kind')(value ?? undefined)}
      />
      <Select
        className={css.filter}
        aria-label={t('priority')}
        placeholder={t('anyPriority')}
        allowClear
        value={one(search.priority) ?? null}
        options={issuePriorities.map(value => ({ value, label: word(value) }))}
        onChange={value => set('priority')(value ?? undefined)}
      />
      <Select
        className={css.filter}
        aria-label={t('assignee')}
        placeholder={t('anyAssignee')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={one(search.assignee) ?? null}
        options={[
          { value: nobody, label: t('nobody') },
          ...users.map(user => ({ value: String(user.id), label: user.name || user.username })),
        ]}
        onChange={value => set('assignee')(value ?? undefined)}
      />
    </>
  )
}

function KeywordInput() {
  const t = useT(issueMessages)
  const { search, setSearch } = usePage()
  const requested = one(search.keyword) ?? ''
  const [typed, setTyped] = useState(requested)
  const settled = useDebounced(typed, 250)
  const [seen, setSeen] = useState(requested)
  if (seen !== requested) {
    setSeen(requested)
    // The filter was cleared from outside.
    if (requested === '') setTyped('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled !== requested)
      setSearch(before => ({ ...before, current: undefined, keyword: settled.trim() }), { replace: true })
  }, [settled])
  return (
    <Input
      className={css.keyword}
      allowClear
      prefix={<Search size={14} aria-hidden />}
      aria-label={t('search')}
      placeholder={t('search')}
      maxLength={200}
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  )
}
