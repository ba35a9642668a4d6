import { Readable } from 'node:stream'
import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'

export const exampleNames: BilingualText = bilingual('示例名单（虚构）', 'Example list (fictional)')

type ExampleEntry = [schema: 'Person' | 'Company' | 'Organization', name: string[], more?: Record<string, string[]>]

/**
 * All of these parties are fictional. Names in several scripts, aliases, dates and numbers demonstrate each way of
 * matching.
 */
const entries: readonly ExampleEntry[] = [
  ['Person', ['Oleksandr Vitaliyovych Krynychko', 'Олександр Віталійович Криничко'], born('1971-03-09', 'ua')],
  ['Person', ['Yusuf al-Marzuqani', 'يوسف المرزوقاني'], { ...born('1964', 'ye'), alias: ['Abu Khalid al-Yamani'] }],
  ['Person', ['欧阳明澈', 'Ouyang Mingche'], born('1980-11-02', 'cn')],
  ['Person', ['Hiroto Kanazashi', '金指 浩人'], born('1958-06-17', 'jp')],
  ['Person', ['Margarethe von Tannwald'], { ...born('1949-01-30', 'de'), previousName: ['Margarethe Ölbrück'] }],
  ['Person', ['Baek Sun-ryeol', '백순렬'], born('1967-08-25', 'kp')],
  ['Company', ['Norvik Ocean Trading FZE'], { country: ['ae'], registrationNumber: ['FZ-448812'] }],
  ['Company', ['ООО «Северный Метиз»', 'Severny Metiz LLC'], { country: ['ru'], innCode: ['7700000016'] }],
  ['Company', ['青岛远澜精密仪器有限公司', 'Qingdao Yuanlan Precision Instruments Co., Ltd.'], { country: ['cn'] }],
  ['Company', ['Compañía Minera Cerro Lúcido S.A.'], { country: ['bo'], alias: ['CMCL'] }],
  ['Organization', ['Front for the Liberation of Upper Estavia'], { alias: ['FLUE'] }],
  ['Organization', ['جمعية نور البادية الخيرية', 'Nour al-Badia Charitable Society'], { country: ['sy'] }],
]

function born(birthDate: string, nationality: string): Record<string, string[]> {
  return { birthDate: [birthDate], nationality: [nationality] }
}

export function exampleFile(): IncomingFile {
  const lines = entries.map(([schema, name, more], n) =>
    JSON.stringify({ id: `example-${n + 1}`, schema, properties: { name, topics: ['sanction'], ...more } }),
  )
  return { name: 'example.ftm.json', content: Readable.from([lines.join('\n')]), isTruncated: () => false }
}
