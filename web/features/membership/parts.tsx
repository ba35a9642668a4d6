import { lazy } from 'react'
import type { Og } from '#contract/og.api.ts'
import { translate } from '#web/platform/i18n.ts'
import { registerFormatter, registerTab, type TabProps } from '#web/record/parts.tsx'
import { useMemberFormatter } from './member-look.ts'
import { tabMessages } from './tab-messages.ts'

const MemberList = lazy(async () => ({ default: (await import('./member-list.tsx')).MemberList }))

registerTab({
  key: 'persons',
  nouns: ['og'],
  order: 10,
  label: () => translate(tabMessages)('persons'),
  count: 'persons',
  Content: ({ record }: TabProps<'og', Og>) => <MemberList og={record} />,
})
registerFormatter({ nouns: ['og'], field: 'persons', useLook: useMemberFormatter })
