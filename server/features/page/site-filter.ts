/** What a site's people chose to leave in or out: CSS selectors, and texts (plain, or `re:` and a linear-time pattern). */
export type SiteFilter = { include: string[]; exclude: string[]; ignore: string[] }
export type FilterFault = { field: keyof SiteFilter; index: number; message: string }

export const noFilter: SiteFilter = { include: [], exclude: [], ignore: [] }

export function checkSiteFilter(_filter: SiteFilter): FilterFault[] {
  return []
}

export function filterHash(filter: SiteFilter): string {
  return JSON.stringify(filter)
}
