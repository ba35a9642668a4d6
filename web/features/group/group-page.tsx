import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { type Group, listGroups } from '#contract/group.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { instantText } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, ListConfig } from '#web/ui/list/list-config.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { DeleteGroup } from './delete-group.tsx'
import css from './group.module.css'
import { groupFieldMessages, groupMessages } from './messages.ts'

const GroupForm = lazy(() => import('./group-form.tsx'))

type OpenDialog = { kind: 'form'; group?: Group } | { kind: 'delete'; group: Group } | null

/** `/admin/group`: groups of users, their members and roles. */
export default function GroupPage() {
  const [opened, setOpened] = useState<OpenDialog>(null)
  const config = useGroupList(setOpened)
  const close = () => setOpened(null)
  return (
    <>
      <List config={config} />
      <LazyDialog>{opened?.kind === 'form' && <GroupForm group={opened.group} onClose={close} />}</LazyDialog>
      {opened?.kind === 'delete' && <DeleteGroup group={opened.group} onClose={close} />}
    </>
  )
}

const shownMembers = 4

function Members({ ids }: { ids: readonly number[] }) {
  const locale = useLocale()
  const { nameOf } = useVisibleUsers()
  const names = ids
    .slice(0, shownMembers)
    .map(nameOf)
    .join(locale === 'zh-CN' ? '、' : ', ')
  return (
    <span className="row shrink gap-2">
      <span className="rigid">{ids.length}</span>
      <span className={css.members} title={ids.map(nameOf).join('\n')}>
        {names}
        {ids.length > shownMembers && ' …'}
      </span>
    </span>
  )
}

function useGroupList(setOpened: (opened: OpenDialog) => void): ListConfig<Group> {
  const t = useT(groupMessages)
  const label = useT(groupFieldMessages)
  const roleName = useT(roleMessages)
  const { users, nameOf } = useVisibleUsers()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the users
  return useMemo(() => {
    const edit = (group: Group) => setOpened({ kind: 'form', group })
    const removeButton = (group: Group) => (
      <button
        type="button"
        className="icon-button"
        aria-label={t('deleteNamed', { name: group.name })}
        title={t('delete')}
        onClick={() => setOpened({ kind: 'delete', group })}
      >
        <Trash2 size={16} aria-hidden />
      </button>
    )
    const columns: Column<Group>[] = [
      {
        id: 'name',
        title: label('name'),
        cell: group => (
          <button type="button" className={css.open} title={group.name} onClick={() => edit(group)}>
            {group.name}
          </button>
        ),
        width: 220,
        minWidth: 120,
        sort: 'name',
        isPinned: true,
        isAlwaysShown: true,
        grows: true,
      },
      {
        id: 'members',
        title: label('members'),
        cell: group => <Members ids={group.members} />,
        text: group => `${group.members.length} ${group.members.slice(0, shownMembers).map(nameOf).join('、')} …`,
        width: 320,
      },
      {
        id: 'role',
        title: label('role'),
        cell: group => (group.role ? roleName(group.role) : <span className="quiet">–</span>),
        text: group => (group.role ? roleName(group.role) : ''),
        width: 120,
      },
      { id: 'desc', title: label('description'), cell: group => group.desc, text: group => group.desc, width: 240 },
      {
        id: 'updated_at',
        title: label('updated_at'),
        cell: group => formatInstant(group.updated_at),
        sort: 'updated_at',
        sortsDownFirst: true,
        isNumber: true,
        align: 'end',
        widest: [instantText],
        width: 148,
      },
      {
        id: 'acts',
        title: t('acts'),
        cell: removeButton,
        width: 76,
        isActs: true,
        align: 'end',
        isAlwaysShown: true,
        fields: [],
      },
    ]
    return {
      name: 'admin_group',
      noun: 'group',
      title: t('title'),
      about: t('titleText'),
      endpoint: listGroups,
      columns,
      filters: [],
      defaultSort: 'name',
      searchHint: t('search'),
      rowId: group => group.id,
      rowName: group => group.name,
      open: edit,
      edit,
      card: group => (
        <article className="flex shrink gap-4 pad-4">
          <div className={css.cardText}>
            <button type="button" className={css.open} onClick={() => edit(group)}>
              {group.name}
            </button>
            <div className="row gap-3 small">
              <Members ids={group.members} />
              {group.role && <span className="rigid tag">{roleName(group.role)}</span>}
            </div>
          </div>
          {removeButton(group)}
        </article>
      ),
      hasViews: false,
      primary: (
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({ kind: 'form' })}>
          {t('add')}
        </Button>
      ),
      empty: { title: t('emptyTitle'), text: t('emptyText') },
    }
  }, [t, label, roleName, users, setOpened])
}
