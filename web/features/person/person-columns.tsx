import { useMemo } from 'react'
import type { Locale } from '#contract/error.ts'
import { type PersonItem, personSchema } from '#contract/person.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useCustomColumns } from '#web/record/custom-fields.tsx'
import { Figure, figureText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { accessColumn, instantColumn, ownerColumn } from '#web/ui/list/record-columns.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { schemaColumns } from '#web/ui/schema/columns.tsx'
import { personListMessages } from './messages.ts'
import { Labels, orgsText, PersonName, PersonOgs } from './person-cells.tsx'

type TranslateFn = Translate<(typeof personListMessages)['zh-CN']>

type ColumnFlags = { isTrash: boolean; isManaging: boolean }

/** All columns of persons; their ids are the fields of an export. */
function personColumns(
  t: TranslateFn,
  locale: Locale,
  { isTrash, isManaging }: ColumnFlags,
  regionName: (code: string) => string,
): Column<PersonItem>[] {
  return [
    {
      id: 'name',
      title: personSchema.name.label[locale],
      cell: person => <PersonName person={person} isTrash={isTrash} />,
      text: person => person.name,
      // The picture, the star and the marks after it.
      markWidth: 110,
      width: 280,
      minWidth: 160,
      sort: 'name',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    {
      id: 'position',
      title: personSchema.position.label[locale],
      cell: person => person.position,
      text: person => person.position,
      width: 220,
    },
    {
      id: 'memberships',
      title: t('ogs'),
      cell: person => <PersonOgs person={person} />,
      text: person => orgsText(person),
      width: 240,
      fields: ['memberships', 'og_names'],
    },
    {
      id: 'region',
      title: personSchema.region.label[locale],
      cell: person => person.region && regionName(person.region),
      text: person => person.region && regionName(person.region),
      width: 160,
    },
    {
      id: 'labels',
      title: personSchema.labels.label[locale],
      cell: person => <Labels labels={person.labels} />,
      text: person => person.labels.slice(0, 2).join(' '),
      // Two frames and the number of others.
      markWidth: 60,
      width: 220,
      defaultHidden: isManaging,
    },
    {
      id: 'score',
      title: personSchema.score.label[locale],
      cell: person => <Figure value={person.score} />,
      text: person => figureText(person.score),
      widest: ['100'],
      width: 84,
      sort: 'score',
      sortsDownFirst: true,
      isNumber: true,
    },
    {
      id: 'is_focus',
      title: t('focus'),
      cell: person => person.is_focus && t('focusPerson'),
      text: person => (person.is_focus ? t('focusPerson') : null),
      width: 140,
      sort: 'is_focus',
      sortsDownFirst: true,
      defaultHidden: true,
    },
    accessColumn(t('access'), !isManaging),
    ownerColumn(t('owner'), !isManaging),
    ...schemaColumns<PersonItem>(personSchema, locale),
    instantColumn('updated_at', t('updatedAt')),
    instantColumn('created_at', t('createdAt'), true),
  ]
}

/** The columns in the chosen language. */
export function usePersonColumns({ isTrash, isManaging }: ColumnFlags): Column<PersonItem>[] {
  const t = useT(personListMessages)
  const locale = useLocale()
  const regionName = useRegionName()
  const custom = useCustomColumns<PersonItem>('person')
  // The names of regions load after the page; a sample shows whether they are there.
  const sample = regionName('CN')
  // biome-ignore lint/correctness/useExhaustiveDependencies: region names change with the language and when they load.
  return useMemo(
    () => [...personColumns(t, locale, { isTrash, isManaging }, regionName), ...custom],
    [t, locale, isTrash, isManaging, sample, custom],
  )
}
