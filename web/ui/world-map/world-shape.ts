import { geoNaturalEarth1, geoPath } from 'd3-geo'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import { loadBorderFiles } from './border-files.ts'

type Borders = FeatureCollection<Geometry, { name: string }>

/** Areas that the file contains separately and without a number. */
const codeOfName: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' }
/** No one lives there; without it the other countries are larger. */
const leftOut = new Set(['AQ'])

/** The only place that decides which borders are shown; countries have ISO alpha-2 codes. Loaded on demand. */
export async function loadBorders(): Promise<Borders> {
  const [atlas, numericToAlpha2] = await loadBorderFiles()
  const { features } = feature(atlas, atlas.objects.countries)
  const coded = features.flatMap((area): Feature<Geometry, { name: string }>[] => {
    const code = area.id === undefined ? codeOfName[area.properties.name] : numericToAlpha2(area.id)
    return code && !leftOut.has(code) ? [{ ...area, properties: { name: code } }] : []
  })
  return { type: 'FeatureCollection', features: coded }
}

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
