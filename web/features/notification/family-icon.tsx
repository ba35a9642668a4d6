import {
  AtSign,
  ClipboardCheck,
  FilePen,
  FileSearch,
  Globe,
  Layers,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  Send,
  SpellCheck2,
} from 'lucide-react'
import type { Family } from '#contract/notification.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { familyMessages } from './messages.ts'
import css from './notification.module.css'

const icons: Record<Family, LucideIcon> = {
  record: FilePen,
  page: Globe,
  mention: AtSign,
  hit: SpellCheck2,
  review: ClipboardCheck,
  reply: MessageSquare,
  task: ListTodo,
  search: FileSearch,
  sent: Send,
  more: Layers,
}

export function FamilyIcon({ family }: { family: Family }) {
  const t = useT(familyMessages)
  const Icon = icons[family]
  return (
    <span className={css.icon} role="img" aria-label={t(family)} title={t(family)}>
      <Icon size={16} aria-hidden />
    </span>
  )
}
