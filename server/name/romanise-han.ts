// Chinese by Pinyin with the readings of surnames, and their spellings outside the mainland.

import traditionalToSimplified from 'opencc-js/dict/TSCharacters'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'
import { tableOf, wordsOf } from './table.ts'

// Surnames with a different spelling outside the mainland, and surnames of two characters.
/** Surnames of two characters, simplified. */
const doubleSurnames = new Set(
  wordsOf(`欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 司徒 令狐 夏侯 端木 长孙 宇文 独孤 南宫 西门 东郭 百里 呼延 赫连 澹台 公冶 宗政
  濮阳 淳于 单于 太叔 申屠 仲孙 轩辕 钟离 鲜于 闾丘 司空 亓官 司寇 子车 颛孙 巫马 公西 漆雕 乐正 拓跋 夹谷 谷梁 段干 东门 南门 即墨 完颜 纳兰 爱新觉罗 叶赫`),
)

/** Simplified surname to its pronunciation as a surname, if another reading is more common. */
const surnameSound =
  tableOf(`朴 piao 单 shan 仇 qiu 曾 zeng 查 zha 解 xie 任 ren 区 ou 尉 yu 盖 ge 葛 ge 缪 miao 万俟 moqi 黑 he 乐 yue 折 she
  种 chong 员 yun 贠 yun 冼 xian 纪 ji 应 ying 华 hua 燕 yan 宁 ning 卜 bu 秘 bi 逄 pang 郇 xun 隗 wei 覃 qin 晟 cheng 尹 yin 晁 chao 翟 zhai 祭 zhai
  长孙 zhangsun 尉迟 yuchi 澹台 tantai 单于 chanyu 鲜于 xianyu 令狐 linghu 呼延 huyan 亓官 qiguan 宓 mi 佴 nai 谌 chen 郗 xi 缑 gou 瞿 qu 召 shao 那 na
  哈 ha 句 gou 洗 xian 颜 yan 殷 yin 于 yu 石 shi 车 che 都 du 重 chong 行 xing 薄 bo 参 shen 无 wu 会 kuai 过 guo 难 ning 能 nai 藏 zang 曲 qu 阚 kan 吕 lv,lu 女 ru`)

/** Spellings of Hong Kong, Macau, Taiwan and overseas. */
const surnameElsewhere =
  tableOf(`陈 chan,tan 李 lee 王 wong,ong,wang 黄 wong,hwang,ng 张 cheung,chang,cheong 林 lam,lim,lin 吴 ng,goh 刘 lau,liu
  郑 cheng,cheang,tay 周 chow,chou,chau 梁 leung,leong 何 ho 郭 kwok,kuo 许 hui,hsu,koh 谢 tse,hsieh,chia 蔡 choi,tsai,chua 曾 tsang,tseng 罗 law,lo
  邓 tang,teng 叶 yip,yeh 苏 so,su 萧 siu,hsiao 肖 siu,hsiao 徐 tsui,hsu 朱 chu 胡 wu,hu 高 ko,kao 马 ma 余 yu,yee 潘 poon,pan 杨 yeung,yang 赵 chiu,chao
  冯 fung,feng 彭 pang,peng 钟 chung 卢 lo,lu 陆 luk,lu 谭 tam,tan 江 kong,chiang 蒋 chiang,tseung 关 kwan 霍 fok 简 kan 区 au 欧 au 欧阳 auyeung 司徒 szeto
  宋 sung 孙 suen,sun 程 ching,cheng 戴 tai 石 shek,shih 方 fong,fang 廖 liu,liao 邱 yau,chiu 丁 ting 任 yam,jen 伍 ng,wu 侯 hau,hou 倪 ngai,ni 傅 fu 吕 lui,lu
  唐 tong,tang 夏 ha,hsia 姚 yiu,yao 姜 keung,chiang 孔 hung,kung 孟 mang,meng 崔 tsui,chui 康 hong,kang 庄 chong,chuang 文 man,wen 施 sze,shih 曹 tso,tsao
  杜 to,tu 洪 hung 温 wan,wen 汤 tong,tang 甘 kam,kan 田 tin,tien 白 pak,pai 翁 yung,weng 董 tung 薛 sit,hsueh 袁 yuen 贺 ho 邹 chow,tsou 金 kam,chin,kim
  阮 yuen,juan 颜 ngan,yen 韩 hon,han 顾 koo,ku 饶 yiu,jao 黎 lai,li 龙 lung 龚 kung 莫 mok,mo 岑 shum,tsen 冼 sin 麦 mak 区 au 梅 mui,mei 招 chiu 游 yau,yu
  詹 chim,chan 严 yim,yen 秦 chun,chin 段 tuen,tuan 尹 wan,yin 俞 yue,yu 贾 chia 沈 shum,shen 魏 ngai,wei 范 fan 毛 mo,mao 朴 park,pak`)

const library = lazyRequire<typeof import('pinyin-pro')>('pinyin-pro')

let pairs: Map<string, string> | undefined
function simple(): Map<string, string> {
  pairs ??= new Map(
    traditionalToSimplified.split('|').flatMap(pair => {
      const [from, to] = pair.split(' ')
      return from && to ? [[from, to] as const] : []
    }),
  )
  return pairs
}

/** Converts traditional characters to simplified ones. */
export const simplify = (text: string): string => [...text].map(char => simple().get(char) ?? char).join('')

/** Syllables of Pinyin without tones, ü as u; characters without a reading are left out. */
function syllables(text: string): string[] {
  const all: string[] = library().pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed' })
  return all.map(syllable => syllable.normalize('NFD').replace(/[^a-z]/g, ''))
}

export const romaniseHan = (text: string): string => syllables(text).join('')

/** `tsai ing wen`: Pinyin converted to Wade–Giles, without apostrophes. */
function wadeGiles(sound: string): string {
  return sound
    .replace(/^(?:zhi|chi)$/, 'chih')
    .replace(/^(z|c|s)i$/, (_, c: string) => ({ z: 'tzu', c: 'tzu', s: 'ssu' })[c] ?? '')
    .replace(/^(?:zh|j|q)/, 'ch')
    .replace(/^x/, 'hs')
    .replace(/^(?:z|c(?!h))/, 'ts')
    .replace(/^b/, 'p')
    .replace(/^d/, 't')
    .replace(/^g/, 'k')
    .replace(/^r/, 'j')
    .replace(/ong$/, 'ung')
    .replace(/ian$/, 'ien')
    .replace(/^yan$/, 'yen')
    .replace(/^yi$/, 'i')
    .replace(/^you$/, 'yu')
}

/** Splits a Chinese name in one run into surname and given name, each with its spellings. */
export function partHan(run: string): { text: string; spellings: string[] }[] {
  const letters = [...simplify(run)]
  const plain = letters.join('')
  if (letters.length < 2 || letters.length > 4) return [{ text: plain, spellings: [romaniseHan(plain)] }]
  const length = letters.length > 2 && doubleSurnames.has(letters.slice(0, 2).join('')) ? 2 : 1
  const surname = letters.slice(0, length).join('')
  const given = letters.slice(length).join('')
  const surnameSounds = surnameSound.get(surname)?.split(',') ?? [romaniseHan(surname)]
  const elsewhere = surnameElsewhere.get(surname)?.split(',') ?? []
  const sounds = syllables(given)
  const spelt = [sounds.join("'"), sounds.map(wadeGiles).join("'")]
  return [
    { text: surname, spellings: [...new Set([...surnameSounds, ...elsewhere])] },
    { text: given, spellings: [...new Set(spelt)] },
  ]
}
