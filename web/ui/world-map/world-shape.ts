import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { type Borders, loadBorders } from './borders.ts'

/** Countries as paths of one picture, `worldWidth` wide. */
export type WorldOutline = {
  height: number
  countries: { code: string; path: string }[]
  /** The position of a place in the picture. */
  placeOf(lng: number, lat: number): [x: number, y: number]
}

export const worldWidth = 1000
/** Cut in the Bering Strait, where the edge of the picture divides no country. */
const middle = 11

let loading: Promise<WorldOutline> | undefined

export function loadWorld(): Promise<WorldOutline> {
  loading ??= loadBorders().then(drawWorld)
  return loading.catch(error => {
    // Discards the failed load, so that the next map tries again.
    loading = undefined
    throw error
  })
}

/**
 * The Natural Earth projection does not enlarge the north as an equirectangular grid does, nor flatten it as equal-area
 * ones do: Europe remains large enough to point at.
 */
export function drawWorld(borders: Borders): WorldOutline {
  const projection = geoNaturalEarth1().rotate([-middle, 0]).fitWidth(worldWidth, borders)
  const draw = geoPath(projection).digits(2)
  return {
    height: Math.ceil(draw.bounds(borders)[1][1]),
    countries: borders.features.map(area => ({ code: area.properties.name, path: draw(area) ?? '' })),
    placeOf: (lng, lat) => projection([lng, lat]) ?? [0, 0],
  }
}
