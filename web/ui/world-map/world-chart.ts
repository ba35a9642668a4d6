import { ScatterChart } from 'echarts/charts'
import { GeoComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, registerMap, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { loadBorders } from './borders.ts'
import { smallCountries } from './small-countries.ts'

use([GeoComponent, ScatterChart, TooltipComponent, SVGRenderer])

export type MapPoint = { lat: number; lng: number; count: number; title: string; id: number }
export type Look = {
  /** Colour of a country by its code; others have the ground's. */
  colours: ReadonlyMap<string, string>
  ground: string
  line: string
  text: string
  surface: string
  point: string
  strong: string
}
export type Drawn = {
  look: Look
  points: readonly MapPoint[]
  isRoaming: boolean
  /** Name and count of a country. */
  textOf(code: string): string
  textOfPoint(point: MapPoint): string
}

let borders: Promise<void> | undefined

/** The chart in its place, once the borders are there. */
export async function makeChart(place: HTMLElement): Promise<EChartsType> {
  borders ??= loadBorders().then(found => registerMap('world', found as Parameters<typeof registerMap>[1]))
  await borders.catch(error => {
    // The next map asks again.
    borders = undefined
    throw error
  })
  return init(place, undefined, { renderer: 'svg' })
}

export function draw(chart: EChartsType, { look, points, isRoaming, textOf, textOfPoint }: Drawn): void {
  const dots = Object.entries(smallCountries).filter(([code]) => look.colours.has(code))
  chart.setOption(
    {
      animation: false,
      tooltip: {
        backgroundColor: look.surface,
        borderColor: look.line,
        textStyle: { color: look.text, fontSize: 12 },
        confine: true,
        formatter: ({ name, data }: { name: string; data?: { point?: MapPoint } }) =>
          escapeHtml(data?.point ? textOfPoint(data.point) : textOf(name)),
      },
      geo: {
        map: 'world',
        roam: isRoaming,
        scaleLimit: { min: 1, max: 40 },
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        tooltip: { show: true },
        itemStyle: { areaColor: look.ground, borderColor: look.line, borderWidth: 0.6 },
        emphasis: { label: { show: false }, itemStyle: { borderColor: look.strong, borderWidth: 1.4 } },
        select: { disabled: true },
        regions: [...look.colours].map(([name, areaColor]) => ({
          name,
          itemStyle: { areaColor },
          emphasis: { itemStyle: { areaColor } },
        })),
      },
      series: [
        {
          type: 'scatter',
          coordinateSystem: 'geo',
          symbolSize: 9,
          data: dots.map(([name, value]) => ({ name, value, itemStyle: { color: look.colours.get(name) } })),
          itemStyle: { borderColor: look.strong, borderWidth: 1 },
        },
        {
          type: 'scatter',
          coordinateSystem: 'geo',
          symbolSize: (_: unknown, { data }: { data: { point: MapPoint } }) =>
            Math.min(28, 6 + Math.sqrt(data.point.count) * 1.6),
          data: points.map(point => ({ name: '', value: [point.lng, point.lat], point })),
          itemStyle: { color: look.point, opacity: 0.75, borderColor: look.surface, borderWidth: 1 },
        },
      ],
    },
    { replaceMerge: ['series'] },
  )
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
