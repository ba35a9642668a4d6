import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { BilingualText } from '#contract/bilingual.ts'
import type { PageRoute } from '#contract/route.ts'
import { type Search, type SearchInput, stringifySearch } from './url.ts'

type PageModule = { default: ComponentType }

/** One page of the console; `web/routes.ts` has the table of them. */
export type RouteRow = PageRoute & {
  title: BilingualText
  load: () => Promise<unknown>
  /** Icon of its entry in the side menu. */
  icon?: LucideIcon
  /** Mark next to its title in the menu: the number of waiting items. */
  Mark?: ComponentType
  /** False for error pages, which never become tabs. */
  isTab?: false
}

/** Extended by `web/routes.ts`: the closed set of page names and their paths. */
// biome-ignore lint/suspicious/noEmptyInterface: augmented next to the table of routes.
export interface Register {}

type Routes = Register extends { routes: infer R extends Record<string, RouteRow> } ? R : Record<string, RouteRow>
export type RouteName = keyof Routes & string

type Places<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Places<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never
type PlacesOf<N extends RouteName> = Places<Routes[N]['path']>

/** Pages whose path has no placeholders: those of the menu. */
export type PlainRouteName = { [N in RouteName]: [PlacesOf<N>] extends [never] ? N : never }[RouteName]

/** The values that a link to a page needs in addition to its name. */
export type RouteTarget<N extends RouteName> = { search?: SearchInput } & ([PlacesOf<N>] extends [never]
  ? { params?: undefined }
  : { params: Record<PlacesOf<N>, string | number> })

let table: Readonly<Record<string, RouteRow>> = {}

export function registerRoutes(routes: Readonly<Record<string, RouteRow>>): void {
  table = routes
}

export function isRouteName(name: string | undefined): name is RouteName {
  return name !== undefined && Object.hasOwn(table, name)
}

export function routeOf(name: string): RouteRow | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

export function routeEntries(): [RouteName, RouteRow][] {
  return Object.entries(table) as [RouteName, RouteRow][]
}

/** The placeholders of a path: `['id']` for `/og/$id`. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\$(\w+)/g)].map(match => match[1] ?? '')
}

/** The address of a page. */
export function hrefOf<N extends RouteName>(name: N, target?: RouteTarget<N>): string {
  return hrefFrom(name, { params: target?.params ?? {}, search: target?.search ?? {} })
}

/** The same with values that are only known at run time, e.g. those of a login's `redirect`. */
export function hrefFrom(
  name: string,
  { params, search }: { params: Record<string, string | number | undefined>; search: SearchInput | Search },
): string {
  const path = routeOf(name)?.path ?? '/'
  const filled = path.replace(/\$(\w+)/g, (_, place: string) => encodeURIComponent(String(params[place] ?? '')))
  return filled + stringifySearch(search)
}

const loadedPages = new Map<string, ComponentType>()

/** Loads a page's code; repeated calls cost nothing. */
export async function loadPage(name: string): Promise<void> {
  const row = routeOf(name)
  if (!row || loadedPages.has(name)) return
  const module = (await row.load()) as PageModule
  loadedPages.set(name, module.default)
}

export function preloadPage(name: string): void {
  // A failure is reported when the page is opened.
  loadPage(name).catch(() => undefined)
}

export function loadedPage(name: string): ComponentType | undefined {
  return loadedPages.get(name)
}
