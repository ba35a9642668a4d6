import { type ComponentType, Suspense } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import type { OverviewCounts } from '#contract/overview.api.ts'
import type { Role } from '#contract/role.ts'
import { useLocale } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import type { FieldFormatter, FieldFormatters } from '#web/ui/formatter.ts'
import type { BulkAct } from '#web/ui/list/list-config.ts'
import { isLate } from './lazy-component.tsx'
import type { PageRecord } from './record-calls.ts'
import type { RecordTab } from './record-page.tsx'
import { RecordPart } from './record-part.tsx'

/**
 * Parts that a feature shows on pages of entities that do not know the feature. It registers them once in its
 * `parts.ts`; `web/parts.ts` imports all of these, and the layout loads it. The code of a registered component is
 * loaded when it is first shown.
 */

/**
 * `act`: before the other actions; `banner`: below the name; `facts`: below the facts; `first`: below the description,
 * the main facts; `overview`: a line of the overview; `missing`: if the record does not exist; `preview`: next to its
 * name in search results.
 */
type PartSlot = 'act' | 'banner' | 'facts' | 'first' | 'overview' | 'missing' | 'preview'
type PartRecord<N extends string = string> = { noun: N; id: number }
type Part<N extends string> = { place: PartSlot; nouns: readonly N[]; Content: ComponentType<PartRecord<N>> }

/** `record` is the entity's own record; `onEdit` opens its form. */
export type TabProps<N extends string = string, R extends PageRecord = PageRecord> = PartRecord<N> & {
  record: R
  onEdit: () => void
}
type Tab<N extends string, R extends PageRecord> = {
  key: string
  nouns: readonly N[]
  /** Position among the tabs of all features, lowest first. */
  order: number
  /** If absent, everyone who can see the record. */
  roles?: readonly Role[]
  label: () => string
  /** The overview's count of its items. */
  count?: keyof OverviewCounts
  Content: ComponentType<TabProps<N, R>>
}

/** An entry in the menu of a record's page; its dialog is loaded when it is chosen. */
type MenuAct<N extends string> = {
  key: string
  nouns: readonly N[]
  icon: ComponentType<{ size: number }>
  label: () => string
  Dialog: ComponentType<PartRecord<N> & { onClose: () => void }>
}

/**
 * `value`: the record's value of the field; of a list field, one of its items. `label`: the name of a link, which has
 * no page.
 */
export type OfFact<N extends string = string> = PartRecord<N> & { field: string; value: unknown; label?: string }
export type FactAct<N extends string = string> = {
  key: string
  nouns: readonly N[]
  roles: readonly Role[]
  /** True if the user must be allowed to change the record. */
  isWriting?: boolean
  /** True for an action on the whole list, not on each of its items. */
  isOfList?: boolean
  icon: ComponentType<{ size: number }>
  label: () => string
  /** False for fields that the action does not apply to. */
  isFor?: (noun: N, field: string) => boolean
  Dialog: ComponentType<OfFact<N> & { onClose: () => void }>
}
type FieldMark<N extends string> = { nouns: readonly N[]; Content: ComponentType<PartRecord<N> & { field: string }> }
type Bulk<N extends string> = { nouns: readonly N[]; make: (noun: N) => BulkAct }
type FormatterPart = {
  nouns: readonly string[]
  field: string
  useLook: (entries: readonly HistoryEntry[]) => FieldFormatter
}

// Every part is used only for the entities that it was registered for, so its exact type is not stored.
const parts: Part<string>[] = []
const marks: FieldMark<string>[] = []
const factActs: FactAct[] = []
const tabs: Tab<string, never>[] = []
const menuActs: MenuAct<string>[] = []
const bulkActs: Bulk<string>[] = []
const formatterParts: FormatterPart[] = []
const asAnyPart = <Kept,>(registered: unknown): Kept => registered as Kept

export function registerPart<N extends string>(part: Part<N>): void {
  parts.push(asAnyPart<Part<string>>(part))
}

/** Adds a mark to each fact that is a field of these entities. */
export function registerFactMark<N extends string>(mark: FieldMark<N>): void {
  marks.push(asAnyPart<FieldMark<string>>(mark))
}

/** Adds an action to the panel with the sources of a value; its dialog is loaded when it is chosen. */
export function registerFactAct<N extends string>(act: FactAct<N>): void {
  factActs.push(asAnyPart<FactAct>(act))
}

/** `R` is the common type of the entities' records for this tab. */
export function registerTab<N extends string, R extends PageRecord>(tab: Tab<N, R>): void {
  tabs.push(asAnyPart<Tab<string, never>>(tab))
  tabs.sort((a, b) => a.order - b.order)
}

export function registerMenuAct<N extends string>(act: MenuAct<N>): void {
  menuActs.push(asAnyPart<MenuAct<string>>(act))
}

export const registeredMenuActs = (noun: string): readonly MenuAct<string>[] =>
  menuActs.filter(({ nouns }) => nouns.includes(noun))

/** Adds a bulk action to the lists of these entities, before "delete". */
export function registerBulkAct<N extends string>(act: Bulk<N>): void {
  bulkActs.push(asAnyPart<Bulk<string>>(act))
}

/** Sets the formatter of a field that a link writes into the history of these entities. */
export function registerFormatter(formatter: FormatterPart): void {
  formatterParts.push(formatter)
}

/**
 * Places on every page of the entity: their code is loaded first, so that the layout does not shift when the record
 * arrives.
 */
const atOnce: readonly PartSlot[] = ['act', 'banner', 'facts', 'first']

/** Loads the code of the parts that an entity's page shows at once, in parallel with the record. */
export async function loadParts(noun: string): Promise<void> {
  const shown = [...parts.filter(({ place }) => atOnce.includes(place)), ...marks]
  const late = shown.flatMap(({ nouns, Content }) => (nouns.includes(noun) && isLate(Content) ? [Content] : []))
  // A failure is reported when the part is rendered.
  await Promise.all(late.map(each => each.load().catch(() => undefined)))
}

export function RecordParts({ place, noun, id }: PartRecord & { place: PartSlot }) {
  const here = parts.filter(part => part.place === place && part.nouns.includes(noun))
  return here.map(({ Content }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: registered parts are never moved or removed.
    <Suspense key={index}>
      <Content noun={noun} id={id} />
    </Suspense>
  ))
}

export function FactMarks({ noun, id, field }: PartRecord & { field: string }) {
  const here = marks.filter(mark => mark.nouns.includes(noun))
  return here.map(({ Content }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: registered parts are never moved or removed.
    <Suspense key={index}>
      <Content noun={noun} id={id} field={field} />
    </Suspense>
  ))
}

export function registeredFactActs(noun: string, field: string, role: Role | null): readonly FactAct[] {
  return factActs.filter(
    ({ nouns, roles, isFor }) =>
      nouns.includes(noun) && roles.some(each => each === role) && (isFor?.(noun, field) ?? true),
  )
}

/** The tabs that other features have for this record, if the user can see them. */
export function useRegisteredTabs({ noun, record, onEdit }: Omit<TabProps, 'id'>): RecordTab[] {
  const role = useRole()
  useLocale()
  return tabs
    .filter(({ nouns, roles }) => nouns.includes(noun) && (!roles || (role !== null && roles.includes(role))))
    .map(({ key, label, count, Content }) => ({
      key,
      label: label(),
      count,
      content: (
        <RecordPart name={key}>
          {/* The entity was compared above; the types of the others are not stored. */}
          <Content noun={noun} id={record.id} record={record as never} onEdit={onEdit} />
        </RecordPart>
      ),
    }))
}

/** Registered parts never change, so these hooks are called in the same order each time. */
export function useRegisteredFormatters(noun: string, entries: readonly HistoryEntry[]): FieldFormatters {
  const shown: Record<string, FieldFormatter> = {}
  // biome-ignore lint/correctness/useHookAtTopLevel: an entity's page calls the same hooks at each render.
  for (const { nouns, field, useLook } of formatterParts) if (nouns.includes(noun)) shown[field] = useLook(entries)
  return shown
}

export function registeredBulkActs(noun: string): BulkAct[] {
  return bulkActs.filter(({ nouns }) => nouns.includes(noun)).map(({ make }) => make(noun))
}
