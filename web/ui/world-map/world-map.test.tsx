import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countries } from '#contract/region.ts'
import { setLocale } from '#web/platform/locale.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { smallCountries } from './small-countries.ts'
import WorldMap, { stepOf, stepsOf } from './world-map.tsx'
import { drawWorld, loadBorders, worldWidth } from './world-shape.ts'

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

describe('world map', () => {
  it('has a table with links with the same data as the map, small regions too', async () => {
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
    const { countries } = drawWorld(await loadBorders())
    const rings = countries.flatMap(({ path }) => path.split('Z').filter(ring => ring !== ''))
    const leaps = rings.filter(ring => {
      const places = ring.split(/[ML]/).slice(1)
      return places.some((place, at) => {
        const [x = 0, before = x] = [place, places[at - 1]].map(each => each && Number.parseFloat(each)) as number[]
        return Math.abs(x - before) > worldWidth / 2
      })
    })
    expect(rings.length).toBeGreaterThan(countries.length)
    expect(leaps).toEqual([])
  })

  it('assigns a place to the country that contains it, also beyond the 180th meridian', async () => {
    const world = drawWorld(await loadBorders())
    const widthOf = (code: string) => {
      const xs = world.countries
        .filter(country => country.code === code)
        .flatMap(({ path }) => [...path.matchAll(/[ML](-?[\d.]+),/g)].map(([, x]) => Number(x)))
      return [Math.min(...xs), Math.max(...xs)] as const
    }
    for (const [code, lng, lat] of [
      ['CN', 116.4, 39.9],
      ['BR', -47.9, -15.8],
      ['RU', -173, 66],
    ] as const) {
      const [x, y] = world.placeOf(lng, lat)
      const [from, to] = widthOf(code)
      expect(x, code).toBeGreaterThan(from)
      expect(x, code).toBeLessThan(to)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(world.height)
    }
  })

  it('opens a country by a click on it, and shows its name and number under the pointer', async () => {
    const opened: string[] = []
    await renderPage(
      <WorldMap
        label="Regions"
        countLabel="Organisations"
        counts={[
          { region: 'FR', count: 1200 },
          { region: 'SG', count: 4 },
        ]}
        link={(region, name) => <a href={`/og?region=${region}`}>{name}</a>}
        onOpen={region => opened.push(region)}
        points={[{ lat: 48.9, lng: 2.4, count: 3, title: 'Paris <b>', id: 7 }]}
        onPoint={({ id }) => opened.push(`event ${id}`)}
      />,
    )
    await waitFor(() => expect(document.querySelector('[data-code="FR"]')).toBeTruthy())
    const at = (selector: string) => document.querySelector(selector) as Element
    fireEvent.pointerMove(at('[data-code="FR"]'))
    expect(screen.getByText(/^France\s+1,200$/)).toBeTruthy()
    fireEvent.click(at('[data-code="FR"]'))
    fireEvent.click(at('path[data-code="SG"]'))
    fireEvent.click(at('[data-code="DE"]'))
    fireEvent.pointerMove(at('[data-point="0"]'))
    expect(screen.getByText(/^Paris <b>\s+\(3\)$/)).toBeTruthy()
    fireEvent.click(at('[data-point="0"]'))
    expect(opened).toEqual(['FR', 'SG', 'event 7'])
    fireEvent.pointerLeave(at('svg[viewBox]'))
    expect(screen.queryByText(/^Paris <b>/)).toBeNull()
  })

  it('makes classes by magnitude, with equal counts in one class', () => {
    const counts = [1, 1, 1, 2, 5, 9, 40, 41, 300, 9000]
    const steps = stepsOf(counts)
    expect(steps.length).toBeLessThanOrEqual(5)
    expect(steps[0]).toEqual({ from: 1, to: 5 })
    expect(steps.at(-1)?.to).toBe(9000)
    for (const count of counts) {
      const step = steps[stepOf(steps, count)]
      expect(step && step.from <= count && count <= step.to).toBe(true)
    }
    expect(stepsOf([])).toEqual([])
    const apart = stepsOf([2, 9, 60, 1399])
    expect(stepOf(apart, 60)).toBeLessThan(stepOf(apart, 1399))
    expect(stepsOf([7])).toEqual([{ from: 7, to: 7 }])
  })
})
