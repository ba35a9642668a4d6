import { geoEqualEarth, geoPath } from 'd3-geo'
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

/** Of equal areas: a large country far north counts for no more than it is. */
export function drawWorld(borders: Borders): World {
  const projection = geoEqualEarth().rotate([-middle, 0]).fitWidth(worldWidth, borders)
  const draw = geoPath(projection).digits(2)
  return {
    height: Math.ceil(draw.bounds(borders)[1][1]),
    countries: borders.features.map(area => ({ code: area.properties.name, path: draw(area) ?? '' })),
    placeOf: (lng, lat) => projection([lng, lat]) ?? [0, 0],
  }
}
