import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import { loadBorderFiles } from './border-files.ts'

export type Borders = FeatureCollection<Geometry, { name: string }>

/** Areas that the file draws apart and gives no number. */
const codeOfName: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' }
/** Nobody lives there; without it the others are larger. */
const leftOut = new Set(['AQ'])

/** The one place that knows which borders are shown: countries named by their ISO alpha-2 codes. Fetched when needed. */
export async function loadBorders(): Promise<Borders> {
  const [atlas, numericToAlpha2] = await loadBorderFiles()
  const { features } = feature(atlas, atlas.objects.countries)
  const coded = features.flatMap((area): Feature<Geometry, { name: string }>[] => {
    const code = area.id === undefined ? codeOfName[area.properties.name] : numericToAlpha2(area.id)
    return code && !leftOut.has(code) ? [{ ...area, properties: { name: code } }] : []
  })
  return { type: 'FeatureCollection', features: coded }
}
