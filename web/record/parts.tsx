import { type ComponentType, Suspense } from 'react'
import type { History } from '#contract/history.ts'
import type { OverviewCounts } from '#contract/overview.ts'
import type { Role } from '#contract/role.ts'
import { useLocale } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import type { BulkAct } from '#web/ui/list/list-config.ts'
import type { FieldLook, FieldLooks } from '#web/ui/look.ts'
import { isLate } from './late.tsx'
import type { RecordRow } from './record-calls.ts'
import type { RecordTab } from './record-page.tsx'
import { RecordPart } from './record-part.tsx'

/**
 * What a feature shows on the pages of nouns that do not know it. It registers here, once, from its `parts.ts`; all of
 * these are named in `web/parts.ts`, which the layout loads. A registered component is fetched when it is first shown.
 */

/**
 * `act`: before the other acts; `banner`: below the name; `facts`: below the facts; `first`: below the description, what is to be known first;
 * `overview`: a line of the overview; `missing`: where the record is not there; `preview`: beside its name where it is chosen.
 */
export type Place = 'act' | 'banner' | 'facts' | 'first' | 'overview' | 'missing' | 'preview'
type Of<N extends string = string> = { noun: N; id: number }
type Part<N extends string> = { place: Place; nouns: readonly N[]; Content: ComponentType<Of<N>> }

/** `record` is the noun's own; `onEdit` opens its form. */
export type TabProps<N extends string = string, R extends RecordRow = RecordRow> = Of<N> & {
  record: R
  onEdit: () => void
}
type Tab<N extends string, R extends RecordRow> = {
  key: string
  nouns: readonly N[]
  /** Tabs of several features stand by it, lowest first. */
  order: number
  /** All who see the record, where absent. */
  roles?: readonly Role[]
  label: () => string
  /** How much is in it, as the overview counts it. */
  count?: keyof OverviewCounts
  Content: ComponentType<TabProps<N, R>>
}

/** In the menu of a record's page; its dialog is fetched when it is chosen. */
type MenuAct<N extends string> = {
  key: string
  nouns: readonly N[]
  icon: ComponentType<{ size: number }>
  label: () => string
  Dialog: ComponentType<Of<N> & { onClose: () => void }>
}

/** `value`: what the record shows of the field; of a list, one of its items. `label`: what a link is called, which has no page. */
export type OfFact<N extends string = string> = Of<N> & { field: string; value: unknown; label?: string }
export type FactAct<N extends string = string> = {
  key: string
  nouns: readonly N[]
  roles: readonly Role[]
  /** Whether its reader must be allowed to change the record. */
  isWriting?: boolean
  /** It stands once for a list, not beside each of its items. */
  isOfList?: boolean
  icon: ComponentType<{ size: number }>
  label: () => string
  /** False where it has nothing to do for a field. */
  isFor?: (noun: N, field: string) => boolean
  Dialog: ComponentType<OfFact<N> & { onClose: () => void }>
}
type Mark<N extends string> = { nouns: readonly N[]; Content: ComponentType<Of<N> & { field: string }> }
type Bulk<N extends string> = { nouns: readonly N[]; make: (noun: N) => BulkAct }
type Look = { nouns: readonly string[]; field: string; useLook: (entries: readonly History[]) => FieldLook }

// Each is kept for the nouns that it is registered for, and asked for those alone: what its type knows of them is forgotten.
const parts: Part<string>[] = []
const marks: Mark<string>[] = []
const factActs: FactAct[] = []
const tabs: Tab<string, never>[] = []
const menuActs: MenuAct<string>[] = []
const bulkActs: Bulk<string>[] = []
const looks: Look[] = []
const anyNoun = <Kept,>(registered: unknown): Kept => registered as Kept

export function registerPart<N extends string>(part: Part<N>): void {
  parts.push(anyNoun<Part<string>>(part))
}

/** Beside each fact that is a field of these nouns. */
export function registerFactMark<N extends string>(mark: Mark<N>): void {
  marks.push(anyNoun<Mark<string>>(mark))
}

/** Where it is told who says so, beside a value that is shown; its dialog is fetched when it is chosen. */
export function registerFactAct<N extends string>(act: FactAct<N>): void {
  factActs.push(anyNoun<FactAct>(act))
}

/** `R` is what the named nouns' records have in common for this tab. */
export function registerTab<N extends string, R extends RecordRow>(tab: Tab<N, R>): void {
  tabs.push(anyNoun<Tab<string, never>>(tab))
  tabs.sort((a, b) => a.order - b.order)
}

export function registerMenuAct<N extends string>(act: MenuAct<N>): void {
  menuActs.push(anyNoun<MenuAct<string>>(act))
}

export const registeredMenuActs = (noun: string): readonly MenuAct<string>[] =>
  menuActs.filter(({ nouns }) => nouns.includes(noun))

/** Among the acts on many rows of these nouns' lists, before "delete". */
export function registerBulkAct<N extends string>(act: Bulk<N>): void {
  bulkActs.push(anyNoun<Bulk<string>>(act))
}

/** How the history of these nouns shows a field that a link writes into it. */
export function registerLook(look: Look): void {
  looks.push(look)
}

/** What stands on each page of the noun: without the rest nothing moves once the record is there. */
const atOnce: readonly Place[] = ['act', 'banner', 'facts', 'first']

/** Fetches what the page of a noun's record shows at once, while the record is on its way. */
export function loadParts(noun: string): void {
  const shown = [...parts.filter(({ place }) => atOnce.includes(place)), ...marks]
  // A failure shows where it is drawn.
  for (const { nouns, Content } of shown)
    if (nouns.includes(noun) && isLate(Content)) Content.load().catch(() => undefined)
}

export function RecordParts({ place, noun, id }: Of & { place: Place }) {
  const here = parts.filter(part => part.place === place && part.nouns.includes(noun))
  return here.map(({ Content }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what is registered neither moves nor goes.
    <Suspense key={index}>
      <Content noun={noun} id={id} />
    </Suspense>
  ))
}

export function FactMarks({ noun, id, field }: Of & { field: string }) {
  const here = marks.filter(mark => mark.nouns.includes(noun))
  return here.map(({ Content }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what is registered neither moves nor goes.
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

/** The tabs that other features have for this record, for who may see them. */
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
          {/* Its noun was compared above; the types of the others are forgotten. */}
          <Content noun={noun} id={record.id} record={record as never} onEdit={onEdit} />
        </RecordPart>
      ),
    }))
}

/** What is registered stays as it is, so that these hooks are called in the same order each time. */
export function useRegisteredLooks(noun: string, entries: readonly History[]): FieldLooks {
  const shown: Record<string, FieldLook> = {}
  // biome-ignore lint/correctness/useHookAtTopLevel: a noun's page asks for the same ones at each drawing.
  for (const { nouns, field, useLook } of looks) if (nouns.includes(noun)) shown[field] = useLook(entries)
  return shown
}

export function registeredBulkActs(noun: string): BulkAct[] {
  return bulkActs.filter(({ nouns }) => nouns.includes(noun)).map(({ make }) => make(noun))
}
