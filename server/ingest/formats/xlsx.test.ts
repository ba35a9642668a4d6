import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readXlsx } from './xlsx.ts'

test('a workbook whose next rows do not arrive in time ends its thread', async () => {
  const book = await writeXlsxFile([[{ value: 'name' }], [{ value: 'Harbour' }]] as never).toBuffer()
  await expect(readXlsx(Readable.from([book]), {}, 1)).rejects.toMatchObject({ code: 'big_xlsx' })
})
