import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countries } from '#contract/region.ts'
import { setLocale } from '#web/platform/locale.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { loadBorders } from './borders.ts'
import { smallCountries } from './small-countries.ts'
import WorldMap from './world-map.tsx'
import { stepOf, stepsOf } from './world-scale.ts'

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

describe('world map', () => {
  it('says as a table, with links, all that the picture shows, small regions too', async () => {
    const counts = [
      { region: 'SG', count: 4 },
      { region: 'FR', count: 1200 },
      { region: null, count: 3 },
    ]
    await renderPage(
      <WorldMap
        label="Regions"
        countLabel="Organisations"
        counts={counts}
        link={(region, name) => <a href={`/og?region=${region}`}>{name}</a>}
        onOpen={() => undefined}
      />,
    )
    const table = screen.getByRole('table', { name: 'Regions' })
    const link = await within(table).findByRole('link', { name: 'Singapore' })
    expect(link.getAttribute('href')).toBe('/og?region=SG')
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map(row => row.textContent)).toEqual(['France1,200', 'Singapore4', 'No region3'])
    const legend = within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem')
    expect(legend.map(each => each.textContent)).toEqual(['4', '1,200'])
  })

  it('has a place for every country of the product, by its border or as a dot', async () => {
    const { features } = await loadBorders()
    const known = new Set([...features.map(each => each.properties.name), ...Object.keys(smallCountries)])
    expect(countries.filter(code => !known.has(code))).toEqual(['AQ'])
  })

  it('draws no outline back around the world', async () => {
    const { features } = await loadBorders()
    const rings = features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon'
        ? geometry.coordinates
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.flat()
          : [],
    )
    const leaps = rings.filter(ring =>
      ring.some(([x = 0], at) => at > 0 && Math.abs(x - (ring[at - 1]?.[0] ?? 0)) > 180),
    )
    expect(leaps).toEqual([])
  })

  it('makes classes of about as many countries each, equal counts in one', () => {
    const counts = [1, 1, 1, 2, 5, 9, 40, 41, 300, 9000]
    const steps = stepsOf(counts)
    expect(steps.length).toBeLessThanOrEqual(5)
    expect(steps[0]).toEqual({ from: 1, to: 1 })
    expect(steps.at(-1)?.to).toBe(9000)
    for (const count of counts) {
      const step = steps[stepOf(steps, count)]
      expect(step && step.from <= count && count <= step.to).toBe(true)
    }
    expect(stepsOf([])).toEqual([])
    expect(stepsOf([7])).toEqual([{ from: 7, to: 7 }])
  })
})
