import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import { loadBorderFiles } from './border-files.ts'

export type Borders = FeatureCollection<Geometry, { name: string }>

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
