import { describe, expect, it } from 'vitest'
import { chooseCaptures, readIndex, timeOf } from './past-index.ts'

const head = ['timestamp', 'original', 'mimetype', 'statuscode']
const home = 'https://alpha.example/'

describe('a list of captures', () => {
  it('is read as a table, as lines of objects and as a TimeMap', () => {
    const entry = { timestamp: '20080501100000', url: home, mime: 'text/html', status: '200' }
    expect(readIndex(JSON.stringify([head, Object.values(entry)]))).toEqual([entry])
    expect(
      readIndex(
        `{"urlkey":"x","timestamp":"20080501100000","url":"${home}","mime":"text/html","status":"200"}\nnonsense\n`,
      ),
    ).toEqual([entry])
    expect(
      readIndex(
        `<${home}>; rel="original",\n<http://archive.example/timemap/link/${home}>; rel="self"; type="application/link-format",\n<http://archive.example/web/20080501100000/${home}>; rel="first memento"; datetime="Thu, 01 May 2008 10:00:00 GMT"`,
      ),
    ).toEqual([{ ...entry, mime: '', status: '' }])
    expect(readIndex('[]')).toEqual([])
    expect(readIndex('')).toEqual([])
    for (const text of [
      '<html></html>',
      '<!doctype html>',
      'Too many requests',
      '[1,2',
      '{"error":"x"}',
      '[["urlkey"],["x"]]',
      'null',
    ])
      expect(readIndex(text), text).toBeNull()
  })

  it('gives one capture of a span, spread over the time', () => {
    const all = Array.from({ length: 48 }, (_, n) => ({
      timestamp: `${2010 + Math.floor(n / 12)}${String((n % 12) + 1).padStart(2, '0')}05000000`,
    }))
    const times = (request: Parameters<typeof chooseCaptures>[1]) =>
      chooseCaptures(all, request).map(each => each.timestamp.slice(0, 6))
    expect(times({ captures: 60, span: 'year' })).toEqual(['201001', '201101', '201201', '201301'])
    expect(times({ captures: 60, span: 'quarter' })).toHaveLength(16)
    expect(times({ captures: 3, span: 'month' })).toEqual(['201001', '201201', '201312'])
    expect(times({ captures: 1, span: 'month' })).toEqual(['201001'])
    expect(times({ captures: 60, span: 'month', from_year: 2012, to_year: 2012 })).toHaveLength(12)
    expect(timeOf('20100231000000')).toBeNull()
    expect(timeOf('2010')).toBeNull()
  })

  it('of ten million characters does not hold the reading', () => {
    const start = performance.now()
    readIndex(`<${'a'.repeat(5_000_000)}>; rel="memento`)
    readIndex(`<${home}>${'; rel="memento"'.repeat(300_000)}`)
    readIndex(`[${'["20100101000000","x"],'.repeat(300_000)}`)
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})
