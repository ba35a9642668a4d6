import { headerKey } from '#server/features/import/import.ts'

const words: Readonly<Record<string, readonly string[]>> = {
  person: [
    ...['person', 'individual', 'individuals', 'natural person', 'people', 'p', 'i', 'man', 'woman'],
    ...['个人', '自然人', '人', '人物', '人员', '個人'],
  ],
  organisation: [
    ...['organisation', 'organization', 'entity', 'entities', 'company', 'corporation', 'legal person', 'legal entity'],
    ...['business', 'enterprise', 'firm', 'institution', 'group', 'bank', 'o', 'e', 'c'],
    ...['组织', '企业', '公司', '机构', '法人', '实体', '单位', '团体', '银行', '組織', '公司企业'],
  ],
  Vessel: ['vessel', 'ship', 'vessels', '船舶', '船', '船只'],
  Airplane: ['aircraft', 'airplane', 'plane', '飞机', '航空器'],
}
const kinds = new Map(Object.entries(words).flatMap(([kind, all]) => all.map(word => [headerKey(word), kind] as const)))

/** `person`, `organisation` or the schema of a thing, by the word of a table’s cell; undefined where it is none of them. */
export const kindOf = (text: string): string | undefined => kinds.get(headerKey(text))
