import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { type Borders, loadBorders } from './borders.ts'

/** Countries as paths of one picture, `worldWidth` wide. */
export type World = {
  height: number
  countries: { code: string; path: string }[]
  /** Where a place is in the picture. */
  placeOf(lng: number, lat: number): [x: number, y: number]
}

export const worldWidth = 1000
/** Cut in the Bering Strait, where the edge of the picture divides no country. */
const middle = 11

let loading: Promise<World> | undefined

export function loadWorld(): Promise<World> {
  loading ??= loadBorders().then(drawWorld)
  return loading.catch(error => {
    // The next map asks again.
    loading = undefined
    throw error
  })
}

/** Neither as large in the north as a plain grid makes it, nor as flat as equal areas do: Europe can still be pointed at. */
export function drawWorld(borders: Borders): World {
  const projection = geoNaturalEarth1().rotate([-middle, 0]).fitWidth(worldWidth, borders)
  const draw = geoPath(projection).digits(2)
  return {
    height: Math.ceil(draw.bounds(borders)[1][1]),
    countries: borders.features.map(area => ({ code: area.properties.name, path: draw(area) ?? '' })),
    placeOf: (lng, lat) => projection([lng, lat]) ?? [0, 0],
  }
}
