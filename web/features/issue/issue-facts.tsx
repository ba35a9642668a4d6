import { useRouter } from '@tanstack/react-router'
import { Select } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { type Issue, type IssueStatus, issuePriorities } from '#contract/issue.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import css from './drawer.module.css'
import { setIssue } from './issue-calls.ts'
import { StatusTag } from './issue-marks.tsx'
import { issueMessages, issueWords } from './messages.ts'

/** Status and other fields; those that the user can change are edited in place. */
export function IssueFacts({ issue }: { issue: Issue }) {
  const t = useT(issueMessages)
  const word = useT(issueWords)
  const mayEdit = issue.can.includes('update')
  return (
    <dl className={css.facts}>
      <Fact label={t('status')}>
        {issue.next.length > 0 ? (
          <Select<IssueStatus>
            aria-label={t('status')}
            value={issue.status}
            options={[issue.status, ...issue.next].map(value => ({ value, label: word(value) }))}
            onChange={status => void setIssue(issue, { status })}
          />
        ) : (
          <StatusTag status={issue.status} />
        )}
      </Fact>
      <Fact label={t('assignee')}>
        {issue.acts.includes('assign') ? (
          <AssigneeSelect issue={issue} />
        ) : (
          (issue.assignee?.name ?? <span className="faint">{t('nobody')}</span>)
        )}
      </Fact>
      <Fact label={t('priority')}>
        {mayEdit ? (
          <Select
            aria-label={t('priority')}
            value={issue.priority}
            options={issuePriorities.map(value => ({ value, label: word(value) }))}
            onChange={priority => void setIssue(issue, { priority })}
          />
        ) : (
          word(issue.priority)
        )}
      </Fact>
      <Fact label={t('kind')}>{word(issue.kind)}</Fact>
      <Fact label={t('reporter')}>{issue.reporter?.name ?? t('gone')}</Fact>
      <Fact label={t('created')}>{formatInstant(issue.created_at)}</Fact>
      {issue.page && (
        <Fact label={t('writtenOn')}>
          <OwnLink path={issue.page.path}>{issue.page.title || issue.page.path}</OwnLink>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function AssigneeSelect({ issue }: { issue: Issue }) {
  const t = useT(issueMessages)
  const { users } = useVisibleUsers()
  const { assignee } = issue
  const options = users.map(user => ({ value: user.id, label: user.name || user.username }))
  // The assignee might not be in the list of members.
  if (assignee && !options.some(option => option.value === assignee.id))
    options.unshift({ value: assignee.id, label: assignee.name })
  return (
    <Select<number>
      aria-label={t('assignee')}
      placeholder={t('nobody')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      {...(assignee && { value: assignee.id })}
      options={options}
      onChange={id => void setIssue(issue, { assignee: id ?? null })}
    />
  )
}

/** A link to a page of the console by its path; the server has verified that the path belongs to the console. */
function OwnLink({ path, children }: { path: string; children: ReactNode }) {
  const { history } = useRouter()
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(path)
  }
  return (
    <a href={path} title={path} onClick={follow}>
      {children}
    </a>
  )
}
