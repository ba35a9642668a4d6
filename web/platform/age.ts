const parts = (date: string) => date.split('-').map(Number)

/** Ages above this are not shown: the person is most likely dead without a known date. */
const mostYears = 120

/** Whole years between two partial dates. `isExact`: both have a day, or the years alone leave no doubt. */
export function yearsBetween(from: string, to: string): { years: number; isExact: boolean } | null {
  const [fromYear = 0, fromMonth, fromDay] = parts(from)
  const [toYear = 0, toMonth, toDay] = parts(to)
  const years = toYear - fromYear
  if (!Number.isFinite(years) || years < 0 || years > mostYears) return null
  if (fromMonth === undefined || toMonth === undefined) return { years, isExact: false }
  if (fromMonth !== toMonth) return { years: years - Number(toMonth < fromMonth), isExact: true }
  if (fromDay === undefined || toDay === undefined) return { years, isExact: false }
  return { years: years - Number(toDay < fromDay), isExact: true }
}
