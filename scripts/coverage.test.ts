import { expect, test } from 'vitest'
import { coverageTable } from './coverage.ts'

const of = (covered: number, total: number) => ({ covered, total })
const file = (branches: [number, number], lines: [number, number]) => ({
  branches: of(...branches),
  lines: of(...lines),
})

test('files are added up by feature or layer, the least covered first', () => {
  const table = coverageTable(
    {
      total: file([0, 0], [0, 0]),
      '/x/server/features/og/og.service.ts': file([3, 4], [10, 10]),
      '/x/server/features/og/deep/list.ts': file([0, 4], [0, 10]),
      '/x/server/core/access.ts': file([1, 1], [5, 5]),
      '/x/web/main.tsx': file([0, 0], [1, 2]),
    },
    '/x',
  )
  expect(table.split('\n').map(line => line.trim().split(/\s+/))).toEqual([
    ['folder', 'branches', 'of', 'lines', 'of'],
    ['server/features/og', '37.5', '%', '8', '50.0', '%', '20'],
    ['server/core', '100.0', '%', '1', '100.0', '%', '5'],
    ['web', '100.0', '%', '0', '50.0', '%', '2'],
  ])
})
