import type { Word } from '#contract/word.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import type { Translate } from '#web/platform/i18n.ts'
import { instantText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import type { wordMessages } from './messages.ts'
import { EnabledSwitch, HitCount, LevelMark, WordMenu, WordName } from './word-cells.tsx'

type TranslateFn = Translate<(typeof wordMessages)['zh-CN']>

export function wordColumns(t: TranslateFn, onOpen: (word: Word) => void): Column<Word>[] {
  const instant = (id: 'created_at' | 'updated_at', defaultHidden: boolean): Column<Word> => ({
    id,
    title: t(id),
    cell: word => <span className="quiet">{formatInstant(word[id])}</span>,
    sort: id,
    sortsDownFirst: true,
    isNumber: true,
    align: 'end',
    widest: [instantText],
    width: 148,
    defaultHidden,
  })
  return [
    {
      id: 'word',
      title: t('word'),
      cell: word => <WordName word={word} onOpen={() => onOpen(word)} />,
      width: 240,
      minWidth: 140,
      sort: 'word',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    {
      id: 'level',
      title: t('level'),
      cell: word => (word.kind === 'word' ? <LevelMark level={word.level} /> : <span className="quiet">–</span>),
      widest: [t('level1'), t('level2'), t('level3')],
      markWidth: 24,
      width: 96,
      sort: 'level',
      sortsDownFirst: true,
    },
    { id: 'category', title: t('category'), cell: word => word.category, text: word => word.category, width: 180 },
    {
      id: 'hits',
      title: t('hits'),
      cell: word => <HitCount word={word} />,
      widest: ['100,000'],
      width: 88,
      sort: 'hits',
      sortsDownFirst: true,
      isNumber: true,
      align: 'end',
    },
    {
      id: 'pages',
      title: t('pages'),
      cell: word => (word.kind === 'word' ? word.pages.toLocaleString('en-US') : ''),
      widest: ['100,000'],
      width: 80,
      isNumber: true,
      align: 'end',
      defaultHidden: true,
    },
    { id: 'note', title: t('note'), cell: word => word.note, text: word => word.note, width: 260 },
    {
      id: 'owner',
      title: t('owner'),
      cell: word => word.owner_name,
      text: word => word.owner_name,
      width: 160,
      defaultHidden: true,
    },
    instant('created_at', true),
    instant('updated_at', false),
    { id: 'enabled', title: t('enabled'), cell: word => <EnabledSwitch word={word} />, width: 72 },
    {
      id: 'acts',
      title: t('acts'),
      cell: word => <WordMenu word={word} onEdit={() => onOpen(word)} />,
      width: 76,
      isActs: true,
      align: 'end',
      isAlwaysShown: true,
      fields: [],
    },
  ]
}
