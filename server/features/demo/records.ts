import type { DangerLevel } from '#contract/og.api.ts'

/**
 * All of these records are fictional, and each states so; hosts end in `.example`, which is reserved and never
 * resolves.
 */
export const demoCategories = {
  energy: '能源 Energy（虚构 fictional）',
  shipping: '航运 Shipping（虚构 fictional）',
  finance: '金融 Finance（虚构 fictional）',
  technology: '科技 Technology（虚构 fictional）',
  society: '协会与智库 Associations（虚构 fictional）',
} as const

type Row = readonly [
  category: keyof typeof demoCategories,
  name: string,
  engName: string,
  region: string,
  level: DangerLevel,
  weight: number,
  registered: string,
  scale: string,
  isRestricted?: 'restricted',
]

const rows: readonly Row[] = [
  ['energy', '北辰油气', 'Beichen Petroleum', 'CN', '中性', 62, '1998-04', '1,001–5,000'],
  ['energy', '沙丘能源', 'Dune Energy', 'AE', '二类', 71, '2006', '501–1,000'],
  ['energy', '冰峡水电', 'Icefjord Hydro', 'NO', '中性', 34, '1987-09-14', '201–500'],
  ['energy', '德尔塔炼化', 'Delta Refining', 'NG', '一类', 83, '2001', '501–1,000'],
  ['energy', '潘帕斯风电', 'Pampas Wind', 'AR', '待定', 22, '2015-03', '51–200'],
  ['shipping', '蓝锚航运', 'Blue Anchor Lines', 'PA', '受制裁', 96, '2009-11', '201–500', 'restricted'],
  ['shipping', '海峡拖轮', 'Strait Towage', 'SG', '中性', 41, '1979', '51–200'],
  ['shipping', '黑帆船务', 'Black Sail Shipping', 'GR', '一类', 88, '2012-06-02', '51–200'],
  ['shipping', '南十字渡轮', 'Southern Cross Ferries', 'NZ', '待定', 12, '1994', '201–500'],
  ['shipping', '好望角仓储', 'Good Hope Storage', 'ZA', '二类', 55, '2003-08', '201–500'],
  ['finance', '云杉信托', 'Spruce Trust', 'CA', '二类', 67, '1969', '501–1,000'],
  ['finance', '琥珀湾银行', 'Amber Bay Bank', 'CY', '受制裁', 99, '2010-02-19', '201–500', 'restricted'],
  ['finance', '三峰资本', 'Three Peaks Capital', 'CH', '一类', 79, '2004', '51–200'],
  ['finance', '红树林小贷', 'Mangrove Microcredit', 'KE', '待定', 18, '2018-07', '11–50'],
  ['finance', '安第斯再保险', 'Andes Reinsurance', 'CL', '中性', 37, '1991', '201–500'],
  ['technology', '青鸟芯片', 'Bluebird Silicon', 'KR', '二类', 74, '2011-05', '1,001–5,000'],
  ['technology', '长庚卫星', 'Hesperus Satellites', 'US', '一类', 91, '2016', '501–1,000', 'restricted'],
  ['technology', '芦苇数据', 'Reed Data', 'IN', '待定', 28, '2019-10-08', '201–500'],
  ['technology', '珊瑚海缆', 'Coral Sea Cable', 'AU', '中性', 46, '2002', '51–200'],
  ['technology', '白桦机器人', 'Birch Robotics', 'DE', '二类', 58, '2013-01', '201–500'],
  ['society', '河谷研究所', 'River Valley Institute', 'BR', '待定', 31, '1985', '11–50'],
  ['society', '灯塔论坛', 'Lighthouse Forum', 'GB', '中性', 44, '1972-12', '11–50'],
  ['society', '绿洲商会', 'Oasis Chamber of Commerce', 'EG', '二类', 49, '1999', '51–200'],
  ['society', '群岛渔业联盟', 'Archipelago Fisheries Union', 'FJ', '受制裁', 77, '2008-04-30', '51–200', 'restricted'],
]

/** The organisations as records; `category` is a key of `demoCategories`. */
export const demoOgs = rows.map(([category, name, engName, region, level, weight, registered, scale, restricted]) => {
  const host = `www.${engName.toLowerCase().replaceAll(' ', '-')}.example`
  return {
    category,
    isRestricted: restricted !== undefined,
    values: {
      name,
      eng_name: `${engName} (fictional)`,
      desc: `虚构的演示记录，与任何真实组织无关。\nA fictional demonstration record; it stands for no real organisation.`,
      host,
      entrances: [`https://${host}/`],
      region,
      danger_level: level,
      weight,
      register_time: registered,
      scale,
    },
  }
})
