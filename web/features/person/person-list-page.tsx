import { Button, Switch } from 'antd'
import { useMemo } from 'react'
import { listPersons, type PersonItem } from '#contract/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { ListConfig } from '#web/ui/list/list-config.ts'
import { anyValue, readState, shapeOf } from '#web/ui/list/list-state.ts'
import { personListMessages } from './messages.ts'
import { PersonCard } from './person-cells.tsx'
import { usePersonColumns } from './person-columns.tsx'
import { usePersonFilters } from './person-filters.ts'
import css from './person-list.module.css'

const preset = { is_focus: 'true' }
const focusShape = shapeOf({ filters: [], columns: [], defaultSort: '', preset })

/** `/person`: for reading; focus persons, and all of them on a switch. */
export default function PersonListPage() {
  const t = useT(personListMessages)
  const go = useGo()
  const { search, setSearch } = usePage()
  const showsAll = one(readState(search, focusShape).values.is_focus) !== 'true'
  const filters = usePersonFilters({ isManaging: false })
  const columns = usePersonColumns(false)
  const config = useMemo<ListConfig<PersonItem>>(() => {
    const showAll = (isOn: boolean) =>
      setSearch(before => ({ ...before, is_focus: isOn ? anyValue : 'true', current: null }))
    return {
      name: 'person',
      noun: 'person',
      title: t(showsAll ? 'allTitle' : 'title'),
      endpoint: listPersons,
      columns,
      filters,
      preset,
      defaultSort: '',
      searchHint: t('search'),
      rowId: person => person.id,
      rowName: person => person.name,
      open: person => go('person_detail', { params: { id: person.id } }),
      card: person => <PersonCard person={person} />,
      hasViews: true,
      canExport: true,
      actions: (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control.
        <label className={css.all}>
          <Switch size="small" checked={showsAll} onChange={showAll} />
          {t('showAll')}
        </label>
      ),
      empty: showsAll
        ? { title: t('emptyTitle'), text: t('emptyReadText') }
        : {
            title: t('emptyFocusTitle'),
            text: t('emptyFocusText'),
            actions: <Button onClick={() => showAll(true)}>{t('showAll')}</Button>,
          },
    }
  }, [t, go, columns, filters, showsAll, setSearch])
  return <List config={config} />
}
