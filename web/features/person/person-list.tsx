import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { Gauge, Globe, Link2, Plus, Star, StarOff, Upload } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { getPerson, listPersons, type Person, type PersonItem } from '#contract/person.api.ts'
import { editors } from '#contract/role.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { InterchangeButton } from '#web/features/interchange/interchange.ts'
import { ogSource } from '#web/features/og/og.ts'
import { call } from '#web/platform/api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { endpointQuery, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { emptyTrash, labelActs, recordBulkActs } from '#web/record/bulk-acts.ts'
import { useCustomFilters } from '#web/record/custom-fields.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { BulkAct, Column, FilterConfig, FilterOption, ListConfig, PickerFilter } from '#web/ui/list/list-config.ts'
import { anyValue, readState, shapeOf } from '#web/ui/list/list-state.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { useRegionGroups } from '#web/ui/list/region-filter.ts'
import { personListMessages } from './messages.ts'
import { personCalls, personLabels } from './person-calls.ts'
import { PersonCard } from './person-cells.tsx'
import { usePersonColumns } from './person-columns.tsx'
import css from './person-list.module.css'

const ogFilter = recordFilter(ogSource)

const labelFilter: Pick<PickerFilter, 'kind' | 'find' | 'name'> = {
  kind: 'picker',
  find: async (keyword, signal) =>
    (await personLabels.find(keyword, signal)).map(({ value, count }) => ({ value, label: value, count })),
  name: async values => values.map(value => ({ value, label: value })),
}

/** Filters of persons; their ids are the names in the API. */
function usePersonFilters({ isManaging, hasTrash }: { isManaging: boolean; hasTrash: boolean }): FilterConfig[] {
  const t = useT(personListMessages)
  const groups = useRegionGroups()
  const custom = useCustomFilters('person')
  const { data: users } = useQuery({ ...endpointQuery(visibleUsers, {}), staleTime: 60_000 })
  return useMemo<FilterConfig[]>(() => {
    const owners: FilterOption[] = (users ?? []).map(({ id, name, username }) => ({
      value: String(id),
      label: name || username,
    }))
    const managing: FilterConfig[] = [
      { id: 'is_focus', label: t('focusPerson'), kind: 'switch' },
      { id: 'has_og_names', label: t('hasOgNames'), kind: 'switch', isRare: true },
    ]
    return [
      { id: 'og', label: t('og'), ...ogFilter },
      { id: 'region', label: t('region'), kind: 'tree', groups },
      { id: 'label', label: t('labels'), ...labelFilter },
      { id: 'score', label: t('score'), kind: 'range', min: 0, max: 100, isRare: true },
      { id: 'owner', label: t('owner'), kind: 'options', options: owners, isPending: !users, isRare: true },
      ...custom,
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      ...(isManaging ? managing : []),
      ...(hasTrash ? [{ id: 'trash', label: t('trash'), kind: 'switch', isRare: true } as const] : []),
    ]
  }, [t, groups, users, isManaging, hasTrash, custom])
}

type TranslateFn = Translate<(typeof personListMessages)['zh-CN']>

const forms = () => import('./bulk-forms.tsx')

/** Bulk actions on persons; in the trash only restoring. */
const personBulkActs = (t: TranslateFn, isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'person',
    calls: personCalls,
    words: personListMessages,
    isTrash,
    own: [
      {
        id: 'focus',
        label: t('setFocus'),
        icon: Star,
        patch: { is_focus: true },
        done: count => t('focusDone', { count }),
      },
      {
        id: 'unfocus',
        label: t('unsetFocus'),
        icon: StarOff,
        patch: { is_focus: false },
        done: count => t('unfocusDone', { count }),
      },
      ...labelActs(personListMessages, personLabels),
      {
        id: 'region',
        label: t('setRegion'),
        short: t('region'),
        icon: Globe,
        form: async () => (await forms()).RegionForm,
        done: count => t('regionDone', { count }),
      },
      {
        id: 'score',
        label: t('setScore'),
        short: t('score'),
        icon: Gauge,
        form: async () => (await forms()).ScoreForm,
        done: count => t('scoreDone', { count }),
      },
    ],
  })

const PersonForm = lazy(() => import('./person-form.tsx'))
const PersonImport = lazy(() => import('./person-import.tsx'))
const OgNames = lazy(() => import('./og-names.tsx'))

type OpenDialog = { kind: 'form'; person?: Person } | { kind: 'import' } | { kind: 'og_names' } | null

const preset = { is_focus: 'true' }
const focusShape = shapeOf({ filters: [], columns: [], defaultSort: '', preset })

/** The list of persons: focus persons, with a switch for all; in management always all. */
export function PersonList({ isManaging }: { isManaging: boolean }) {
  const t = useT(personListMessages)
  const go = useGo()
  const role = useRole()
  const mayEdit = isManaging || editors.some(editor => editor === role)
  const { search, setSearch } = usePage()
  const isTrash = mayEdit && one(search.trash) === 'true'
  const showsAll = isManaging || one(readState(search, focusShape).values.is_focus) !== 'true'
  const [opened, setOpened] = useState<OpenDialog>(null)
  const filters = usePersonFilters({ isManaging, hasTrash: mayEdit })
  const facts = usePersonColumns({ isTrash, isManaging })
  const columns = useMemo(() => {
    const acts: Column<PersonItem> = {
      id: 'acts',
      title: t('acts'),
      cell: person =>
        person.can.includes('update') && (
          <EditButton name={person.name} onEdit={() => void openForm(person.id, setOpened)} />
        ),
      width: 44,
      isActs: true,
      fields: [],
    }
    return isTrash || !mayEdit ? facts : [...facts, acts]
  }, [t, facts, isTrash, mayEdit])
  const config = useMemo<ListConfig<PersonItem>>(() => {
    const showAll = (isOn: boolean) =>
      setSearch(before => ({ ...before, is_focus: isOn ? anyValue : 'true', current: null }))
    const bring = (
      <Button icon={<Upload size={16} aria-hidden />} onClick={() => setOpened({ kind: 'import' })}>
        {t('import')}
      </Button>
    )
    return {
      name: isManaging ? 'admin_person' : 'person',
      noun: 'person',
      title: t(isManaging ? 'adminTitle' : showsAll ? 'allTitle' : 'title'),
      ...(!isManaging && { preset }),
      endpoint: listPersons,
      columns,
      filters,
      defaultSort: isManaging ? '-updated_at' : '',
      // Focus persons first, then by last change.
      ownSort: showsAll ? '-is_focus' : '-updated_at',
      searchHint: t('search'),
      rowId: person => person.id,
      rowName: person => person.name,
      ...(!isTrash && {
        open: (person: PersonItem) => go('person_detail', { params: { id: person.id } }),
        edit: (person: PersonItem) => person.can.includes('update') && void openForm(person.id, setOpened),
        card: (person: PersonItem) => <PersonCard person={person} />,
      }),
      ...(mayEdit && {
        bulkActs: personBulkActs(t, isTrash),
        primary: (
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({ kind: 'form' })}>
            {t('add')}
          </Button>
        ),
      }),
      hasViews: true,
      canExport: true,
      actions: (
        <>
          {!isManaging && <AllSwitch isOn={showsAll} onChange={showAll} />}
          {isManaging && (
            <Button icon={<Link2 size={16} aria-hidden />} onClick={() => setOpened({ kind: 'og_names' })}>
              {t('ogNames')}
            </Button>
          )}
          {mayEdit && bring}
          {isManaging && <InterchangeButton />}
        </>
      ),
      sideFilter: 'trash',
      empty: isTrash
        ? emptyTrash(personListMessages)
        : showsAll
          ? {
              title: t('emptyTitle'),
              text: t(mayEdit ? 'emptyText' : 'emptyReadText'),
              ...(mayEdit && { actions: bring }),
            }
          : {
              title: t('emptyFocusTitle'),
              text: t('emptyFocusText'),
              actions: <Button onClick={() => showAll(true)}>{t('showAll')}</Button>,
            },
    }
  }, [t, go, columns, filters, isTrash, isManaging, mayEdit, showsAll, setSearch])
  const close = () => setOpened(null)
  return (
    <>
      <List config={config} />
      <LazyDialog>
        {opened?.kind === 'form' && <PersonForm person={opened.person} onClose={close} />}
        {opened?.kind === 'import' && <PersonImport onClose={close} />}
        {opened?.kind === 'og_names' && <OgNames onClose={close} />}
      </LazyDialog>
    </>
  )
}

function AllSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useT(personListMessages)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control.
    <label className={css.all}>
      <Switch size="small" checked={isOn} onChange={onChange} />
      {t('showAll')}
    </label>
  )
}

/** A row of the list lacks description, education and relations: only the record has them. */
async function openForm(id: number, setOpened: (opened: OpenDialog) => void): Promise<void> {
  try {
    setOpened({ kind: 'form', person: await call(getPerson, { params: { id } }) })
  } catch (error) {
    showError(error)
  }
}
