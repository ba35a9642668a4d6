import { CalendarPlus, FilePlus2, type LucideIcon, Send } from 'lucide-react'
import type { InboxItem } from '#contract/inbox.api.ts'
import { editors, ogReaders, type Role, supers } from '#contract/role.ts'
import { MakeEvent } from '#web/features/diff/diff.ts'
import { EventForm } from '#web/features/event/event.ts'
import { SendDialog } from '#web/features/notification/notification.ts'
import { ReportForm, type ReportPreset } from '#web/features/report/report.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { linksOf, recordOf } from './item-record.ts'
import { inboxMessages } from './messages.ts'

/** Actions on an item besides its decision: make an event or a report of it, or send its record to a colleague. */
export const inboxTools = ['event', 'report', 'send'] as const
export type InboxTool = (typeof inboxTools)[number]

const toolOf: Record<InboxTool, { key: string; icon: LucideIcon; roles: readonly Role[] }> = {
  event: { key: 'e', icon: CalendarPlus, roles: editors },
  report: { key: 'r', icon: FilePlus2, roles: supers },
  send: { key: 's', icon: Send, roles: ogReaders },
}

/** An item about nothing that the tool could link has no such tool. */
function isFor(tool: InboxTool, item: InboxItem): boolean {
  if (tool === 'send') return recordOf(item) !== null
  if (tool === 'report') return item.kind !== 'report' && linksOf(item) !== null
  return item.kind !== 'event' && linksOf(item) !== null
}

type Props = { item: InboxItem; onUse: (tool: InboxTool) => void }

/** The tools of the current item with their keys e, r and s. */
export function ItemTools({ item, onUse }: Props) {
  const role = useRole()
  const tools = inboxTools.filter(tool => role !== null && toolOf[tool].roles.includes(role) && isFor(tool, item))
  return tools.map(tool =>
    tool === 'event' && item.kind === 'diff' && item.diffs[0] ? (
      <MakeEvent key={`${tool} ${item.diffs[0].id}`} diff={item.diffs[0]} isCompact />
    ) : (
      <Tool key={tool} tool={tool} onUse={() => onUse(tool)} />
    ),
  )
}

function Tool({ tool, onUse }: { tool: InboxTool; onUse: () => void }) {
  const t = useT(inboxMessages)
  const { key, icon: Icon } = toolOf[tool]
  const label = t(`tool_${tool}`)
  useShortcut(key, label, onUse)
  return (
    <button type="button" className="icon-button" aria-label={label} title={`${label} (${key})`} onClick={onUse}>
      <Icon size={16} aria-hidden />
    </button>
  )
}

export type UsedTool = { item: InboxItem; tool: InboxTool; preset: ReportPreset | undefined }

/** The dialog of a tool. It belongs to the list, so that it stays open when its item is decided elsewhere. */
export function ToolDialog({ used: { item, tool, preset }, onClose }: { used: UsedTool; onClose: () => void }) {
  const record = recordOf(item)
  const { ogs = [], persons = [] } = linksOf(item) ?? {}
  if (tool === 'send')
    return <LazyDialog>{record && <SendDialog noun={record.noun} id={record.id} onClose={onClose} />}</LazyDialog>
  if (tool === 'event')
    return (
      <LazyDialog>
        <EventForm preset={{ ogs, persons }} onClose={onClose} />
      </LazyDialog>
    )
  return <LazyDialog>{preset && <ReportForm preset={preset} onClose={onClose} />}</LazyDialog>
}
