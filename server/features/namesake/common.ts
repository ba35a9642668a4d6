// Parts of names that very many people have, in simplified form; the order has no meaning.
const words = (text: string) => new Set(text.split(/\s+/u).filter(Boolean))

/** The hundred most common surnames, which about 85 % of Chinese people have. */
const hanSurnames = words(
  [
    ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
  ].join(' '),
)

/** The most common characters of given names. */
const hanGiven = words(
  [
    ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀英霞平刚桂华文玉兰红建国庆志海波宇浩然子轩梓涵欣怡雨晨佳俊峰鹏飞龙辉斌林东晓春梅雪玲燕萍莉洁婷慧云琴凤珍金荣贵福德永新民生成立卫亮健鑫凯旭阳博思家宝丹宁小光利学良振中天爱正清义兴世瑞祥忠安康乐琳颖倩蕾帅',
  ].join(' '),
)

/** The same surnames in Latin letters, with Cantonese and Taiwanese spellings. */
const spelledSurnames = words(`wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo
  zheng liang xie song tang han feng deng cao peng zeng xiao tian dong yuan pan yu jiang cai du ye cheng su wei lu ding
  ren shen yao cui zhong tan wong chan cheung lee ng lau leung chow chang kim park choi nguyen tran singh kumar sharma
  khan ali ahmed hussein mohamed smith johnson williams brown jones miller davis garcia rodriguez martinez wilson
  anderson thomas taylor moore jackson martin thompson white clark lewis walker hall allen young king wright scott green
  baker adams hill campbell mitchell roberts carter phillips evans turner murphy kelly cooper morgan müller schmidt
  schneider fischer weber meyer silva santos oliveira ivanov petrov sato suzuki tanaka takahashi 佐藤 铃木 田中`)

/** Given names in the languages above, for names that surnames alone do not classify. */
const spelledGiven = words(`john james robert michael william david richard joseph thomas charles christopher daniel
  matthew anthony mark paul steven andrew peter george kevin brian edward mary patricia jennifer linda elizabeth barbara
  susan jessica sarah karen anna maria laura emma alex alexander jan hans jose juan carlos luis antonio francisco ivan
  sergei dmitri vladimir mohammed muhammad ahmed ali omar hassan raj amit`)

/** Suffixes of organisation names that, as a rule, only one body with that name has. */
const legalForms =
  /(?:公司|集团|合伙企业|事务所|委员会|研究院|研究所|大学|学院|协会|基金会|银行|管理局|总局|法院)$|(?:^|\s)(?:ltd|limited|inc|incorporated|corp|corporation|llc|plc|gmbh|ag|kg|s\.?a\.?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|oyj?|a\/s|pjsc|ojsc|jsc)\.?$/u
const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text)

/** Whether a person's name, in its compared form, is common. */
export function isCommonName(key: string): boolean {
  const letters = [...key]
  if (isHan(key)) {
    if (letters.length <= 2) return true
    const [surname = '', ...given] = letters
    return letters.length === 3 && hanSurnames.has(surname) && given.every(letter => hanGiven.has(letter))
  }
  const words = key.split(/[\s·・]+/u).filter(Boolean)
  if (words.length < 2) return true
  const [first = '', last = ''] = [words[0], words.at(-1)]
  // A Chinese name in Latin letters: one spelling represents many names, whichever of the two words is the surname.
  if (words.length === 2 && (isSpelled(first, last) || isSpelled(last, first))) return true
  return spelledGiven.has(first) && spelledSurnames.has(last)
}

/** One or two syllables of Pinyin after a surname in Pinyin. */
function isSpelled(surname: string, given: string): boolean {
  return spelledSurnames.has(surname) && pinyin.test(given) && given.length <= 12
}
const pinyin =
  /^(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiouü])-?){1,2}$/u

/** The weight of an organisation's name alone, in points of `evidence.ts`. */
export function weightOfOgName(key: string): number {
  const units = isHan(key) ? Math.floor([...key].length / 2) : key.split(/\s+/u).filter(Boolean).length
  const hasForm = legalForms.test(key)
  if (hasForm && units >= (isHan(key) ? 3 : 2)) return 5
  if (units >= (isHan(key) ? 4 : 4)) return 5
  return units >= 2 ? 2.5 : 0
}
